import type { Feature } from "./weights.ts";

/** For scripts that write no spaces, or inflect what a list of words cannot follow: stems, found anywhere. */
const STEMS: readonly (readonly [Feature, string])[] = [
  [
    "override",
    "忽略|無視|无视|忘记|忘れ|忘掉|무시|잊어|игнорир|забуд|забыть|تجاهل|انس|नज़रअंदाज|अनदेखा|भूल|উপেক্ষা|ভুলে|เพิกเฉย|ลืม|ละเว้น|התעלם|αγνόησε",
  ],
  [
    "secret_order",
    "密码|密碼|口令|パスワード|비밀번호|암호|парол|كلمة المرور|كلمة السر|पासवर्ड|গোপন|পাসওয়ার্ড|รหัสผ่าน|סיסמה|密钥|合言葉",
  ],
  [
    "role_switch",
    "你现在是|从现在开始|扮演|系统提示|あなたは今|システムプロンプト|지금부터|теперь ты|ты теперь|системный промпт|أنت الآن|अब आप|এখন আপনি|ตอนนี้คุณ",
  ],
  ["request_me", "告诉我|请告诉|教えて|알려|скажи|сообщи|покажи|أخبرني|بताइए|मुझे बता|আমাকে বল|บอกฉัน|请输出|出力し"],
];

export const scriptFeatures = (text: string): Feature[] =>
  STEMS.filter(([, stems]) => stems.split("|").some((stem) => text.includes(stem))).map(([feature]) => feature);

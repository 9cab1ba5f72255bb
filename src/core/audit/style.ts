/** Light and dark by the reader's setting; on paper everything is shown. */
export const AUDIT_STYLE = `
:root{color-scheme:light dark;--ink:#1b2330;--soft:#556070;--line:#d8dee6;--paper:#fff;--card:#f6f8fa;--good:#1a7f37;--bad:#c4232f;--mid:#8a5a00;--accent:#2456c5}
@media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#a3adbb;--line:#333c49;--paper:#12161c;--card:#1a2029;--good:#56d364;--bad:#ff7b72;--mid:#e3b341;--accent:#7aa7ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.5 Inter,system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:1120px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:26px;line-height:1.25;margin:4px 0 8px}
h2{font-size:17px;margin:36px 0 12px;padding-bottom:6px;border-bottom:1px solid var(--line)}
code{font:12px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.kicker,.note,.none,footer,caption,figcaption{color:var(--soft)}
.kicker{margin:0}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));gap:12px;margin:20px 0 0}
.figures div{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px}
.figures dt{color:var(--soft);font-size:12px}
.figures dd{margin:2px 0 0;font-size:18px;font-weight:600}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr));gap:16px}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px}
figcaption{font-size:12px;margin-bottom:6px}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--soft);font-size:11px}
svg path{fill:none;stroke:var(--accent);stroke-width:2}
svg circle{fill:var(--accent)}
svg .grid{stroke:var(--line)}
svg .limit{stroke:var(--mid);stroke-dasharray:4 4}
.gates{display:flex;flex-wrap:wrap;gap:12px;list-style:none;margin:0;padding:0}
.gates li{flex:1 1 200px;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px}
.gates strong{display:block}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px;margin:12px 0}
table{border-collapse:collapse;width:100%;font-size:13px}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{text-align:left;vertical-align:top;padding:7px 10px;border-top:1px solid var(--line)}
thead th{border-top:0;background:var(--card);font-size:12px;color:var(--soft);white-space:nowrap}
.state{white-space:nowrap}
.check{display:inline-block;margin-right:10px}
.pass,.passed,.evidenced,.complete,.pass_with_notes{color:var(--good)}
.fail,.failed,.not_evidenced,.escalation{color:var(--bad)}
.partial,.waived,.not_measured,.in_progress{color:var(--mid)}
footer{margin-top:40px;font-size:12px;overflow-wrap:anywhere}
@media print{main{max-width:none;padding:0}.scroll{overflow:visible}section{break-inside:auto}}
`;

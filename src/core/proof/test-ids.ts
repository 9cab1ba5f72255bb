/** `test/a.js::adds > two` → `test/a.js` */
export const fileOf = (id: string): string => id.split("::")[0] ?? id;

/** `a.py::test_x[1-2]` → `a.py::test_x`; ids without parameters stay. */
export const withoutParameters = (id: string): string => id.replace(/\[[^\]]*\](?: #\d+)?$/, "");

/** As disks that ignore case compare names, near enough: also the two forms of one accented letter (H3A-31). */
export const asOnDisk = (path: string): string => path.normalize("NFC").toLowerCase();

/** So long a name may be on every disk. */
const NAME_BYTES = 255;
const PATH_BYTES = 1024;

/** Why no disk, or not every one, keeps a relative path as it is written (security.md, Paths); null: every one does. */
export function flawOnDisk(path: string): string | null {
  const parts = path.split("/");
  if (/[\p{Cc}\\]/u.test(path)) return "holds a control character or a backslash";
  if (parts.some((part) => /[. ]$/.test(part))) return "has a part that ends in a dot or a space";
  if (parts.some((part) => Buffer.byteLength(part) > NAME_BYTES))
    return `has a name that is longer than ${NAME_BYTES} bytes`;
  return Buffer.byteLength(path) > PATH_BYTES ? `is longer than ${PATH_BYTES} bytes` : null;
}

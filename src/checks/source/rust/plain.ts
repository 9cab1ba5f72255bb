/** Methods that hand on all that they are given, or fail. */
export const PLAIN =
  /^(?:clone|cloned|copied|to_string|to_owned|to_vec|into|into_iter|iter|iter_mut|as_\w+|borrow\w*|unwrap|expect|unwrap_err|expect_err|collect|into_\w+|lock|load|await|by_ref|chars|bytes|try_into|block_on)$/;
/** Methods whose closure says what they make of it. */
export const MAPS = /^(?:map|map_err|for_each|then|with)$/;
/** Of rows these leave none out. */
export const PLAIN_ROWS = /^(?:enumerate|rev|zip|lines|split\w*|keys|values|drain|for_each|map|sort\w*)$/;
/** What these make is what they are given. */
export const MADE = /^(?:from|new|default|with_capacity|from_iter|from_str|from_utf8|identity)$/;
/** Expressions that are what is inside of them. */
export const HANDS_ON =
  /^(?:parenthesized|reference|try|await|return|tuple|array)_expression$|^expression_statement$|_block$|^else_clause$/;

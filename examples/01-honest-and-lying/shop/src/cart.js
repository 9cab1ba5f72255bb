/** A line of a cart: `price` in cents. */
export function total(lines) {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

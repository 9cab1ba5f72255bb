/** What a script in a page answers of itself. */
export interface PageFacts {
  readonly text: number;
  readonly exposed: number;
  readonly elements: number;
  readonly overflow: number;
  readonly height: number;
}

/**
 * Runs in a world of its own beside the page: the page's scripts can neither see it nor put something else in place of
 * what it asks. Open shadow roots are looked into; `slice` and closed ones are not there for anybody.
 */
export const FACTS_SCRIPT = `(() => {
  const root = document.documentElement;
  const facts = { text: 0, exposed: 0, elements: 0, overflow: 0, height: 0 };
  if (root === null || document.body === null) return facts;
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isHidden = (element) => {
    for (let at = element; at !== null; at = at.parentElement ?? (at.getRootNode() instanceof ShadowRoot ? at.getRootNode().host : null))
      if (at.getAttribute("aria-hidden") === "true" || at.inert === true) return true;
    return false;
  };
  const visit = (node) => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        const holder = node instanceof ShadowRoot ? node.host : node;
        const length = child.data.trim().length;
        if (length === 0 || !isSeen(holder)) continue;
        facts.text += length;
        if (!isHidden(holder)) facts.exposed += length;
      } else if (child.nodeType === Node.ELEMENT_NODE) {
        if (/^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(child.tagName)) continue;
        if (/^(IMG|SVG|CANVAS|VIDEO|INPUT|BUTTON|SELECT|TEXTAREA|IFRAME|OBJECT)$/i.test(child.tagName) && isSeen(child)) facts.elements += 1;
        visit(child);
        if (child.shadowRoot !== null) visit(child.shadowRoot);
      }
    }
  };
  visit(document.body);
  facts.overflow = Math.max(0, root.scrollWidth - root.clientWidth);
  facts.height = Math.max(root.scrollHeight, root.clientHeight);
  return facts;
})()`;

/** Nodes of rules that hold are cut to one: they still tell that the rule had work. */
export const AXE_SCRIPT = `axe.run(document, { resultTypes: ["violations", "incomplete"] }).then(JSON.stringify)`;

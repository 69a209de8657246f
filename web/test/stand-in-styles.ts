/**
 * The styles that elements have without the application's style sheet, which these tests do not load: what is usual for
 * their tag, and their own `style`. happy-dom computes every property of every ancestor and does so again after each
 * change of the page, which took most of the time of a search by role.
 */
const sample = document.implementation.createHTMLDocument();
const computeStyle = window.getComputedStyle.bind(window);
const displayByTag = new Map<string, string>();

function displayOf(tag: string): string {
  const known = displayByTag.get(tag);
  if (known !== undefined) return known;
  const element = sample.body.appendChild(sample.createElement(tag));
  const { display } = computeStyle(element);
  displayByTag.set(tag, display);
  return display;
}

/** Unlike the other properties read in tests, it applies to everything inside an element. */
function visibilityOf(element: Element | null): string {
  for (let at = element; at; at = at.parentElement) {
    const own = at.hasAttribute('style') && at instanceof HTMLElement ? at.style.visibility : '';
    if (own) return own;
  }
  return '';
}

function readStyle(element: HTMLElement, name: string): string {
  if (name === 'visibility') return visibilityOf(element);
  const own = element.hasAttribute('style') ? element.style.getPropertyValue(name) : '';
  return own || (name === 'display' ? displayOf(element.tagName) : '');
}

const toPropertyName = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const readStyles = (element: HTMLElement) =>
  new Proxy(
    {},
    {
      get: (_target, key) => {
        if (typeof key !== 'string') return undefined;
        if (key === 'getPropertyValue') return (name: string) => readStyle(element, name);
        return readStyle(element, toPropertyName(key));
      },
    },
  );

Object.assign(globalThis, { getComputedStyle: readStyles });
// The libraries that search the page take the function from here.
Object.assign(document.defaultView ?? {}, { getComputedStyle: readStyles });

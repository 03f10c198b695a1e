// Small helpers of the page. What a model wrote goes in as text, never as markup.

export const find = (id) => document.getElementById(id);

/** An element with properties and children. */
export function h(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

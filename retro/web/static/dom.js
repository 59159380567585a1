// Elements of the page.

/**
 * Return the element with an id.
 *
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);

/**
 * Return a new element with a text. properties: further ones of its properties.
 *
 * @returns {any}
 */
export const create = (tag, text, properties = {}) => Object.assign(document.createElement(tag), { textContent: text, ...properties });

// Texts of scripts, which the page brings along for readers of another language than English.
const texts = JSON.parse(document.body.dataset.texts ?? '{}')

/** A text in the reader's language, with its values: `t('{count} scans wait', { count })`. */
export const t = (message, values = {}) =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, () => String(value)),
    texts[message] ?? message,
  )

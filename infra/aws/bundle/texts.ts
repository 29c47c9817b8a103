const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`
const about = new RegExp(String.raw`(\bdeclare\(\s*'\w+',\s*)${text}`, 'g')
const summary = new RegExp(String.raw`^ +summary:\s+${text},\n`, 'gm')
/** In the layout that the linter asks for: on one line, or up to the bracket below the one that it begins at. */
const example = /^( +)example: (?:.*[^[{(\n],\n|.*[[{(]\n[\s\S]*?^\1[\]})]+,\n)/gm

/**
 * A contract without what only documentation reads of it (`DescribedRow`): a start would parse it for nothing. What is
 * left out of rows that are laid out otherwise stays, and a test of the bundles finds it.
 */
export const withoutTexts = (source: string): string =>
  source.replace(about, "$1''").replace(summary, '').replace(example, '')

import type { Translate } from '../../../lib/contract/text/locale.ts'
import { maxListLength, maxMessageLength, plainLine, plainText, type Template } from './event.ts'
import { findTemplate } from './templates.ts'

type Params = Parameters<Template['title']>[0]

/** Characters of a title. */
const maxTitleLength = 200

/** Title and message of a notification in the language of `t`. */
export const renderText = (template: Template, params: Params, t: Translate) => ({
  title: plainLine(template.title(params, t), maxTitleLength),
  message: plainText(
    template.message(params, t).replace(/ +\n/g, '\n').trimEnd(),
    params.dates === undefined ? maxMessageLength : maxListLength,
  ),
})

/** Whether a stored notification keeps its params. Text by people has no other language, and lists of dates are long. */
export const isTranslatable = ({ written }: Template, { dates }: Params): boolean =>
  written === undefined && dates === undefined

type StoredText = {
  readonly title: string
  readonly message: string
  readonly template?: string | undefined
  readonly params?: Params | undefined
}

/** Rows with the platform's texts in the language of `t`. Rows without params keep the text that was sent. */
export const translateRows = <R extends StoredText>(rows: readonly R[], t: Translate): readonly R[] =>
  rows.map((row) => {
    const template = row.template === undefined ? undefined : findTemplate(row.template)
    return template && row.params ? { ...row, ...renderText(template, row.params, t) } : row
  })

import type { Translate } from '../../../lib/contract/text/locale.ts'
import type { NotificationAction } from '../contract/kinds.ts'
import { maxListLength, maxMessageLength, plainLine, plainText, type Template, wordText } from './event.ts'
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

/** Characters of a list of dates, about 20 dates. Every recipient's row would store a longer one twice. */
const maxKeptDates = 4000

/** Whether a stored notification keeps its params. Text by people has no other language. */
export const isTranslatable = ({ written }: Template, { dates = '' }: Params): boolean =>
  written === undefined && dates.length <= maxKeptDates

/** Labels of buttons that the platform adds to its notifications, by the operation that the button calls. */
const labels: Readonly<Record<string, (t: Translate) => string>> = {
  'members.acceptOwnership': (t) => t('Accept ownership'),
  'members.declineOwnership': (t) => t('Decline'),
  'members.refuse': (t) => t('No, thank you'),
  'invites.accept': (t) => t('Accept'),
  'invites.decline': (t) => t('Decline'),
}

type StoredActions = {
  readonly actions?: readonly NotificationAction[] | undefined
  readonly origin?: unknown
}

/** Buttons in the language of `t`. With an `origin`, a person wrote them. */
export const translateActions = ({ actions, origin }: StoredActions, t: Translate) =>
  actions?.map((action) => ({
    ...action,
    label: (origin ? undefined : wordText(labels, action.operation ?? '', t)) ?? action.label,
  }))

type StoredText = StoredActions & {
  readonly title: string
  readonly message: string
  readonly template?: string | undefined
  readonly params?: Params | undefined
}

/** Rows with the platform's texts in the language of `t`. Rows without params keep the text that was sent. */
export const translateRows = <R extends StoredText>(rows: readonly R[], t: Translate): readonly R[] =>
  rows.map((row) => {
    const template = row.template === undefined ? undefined : findTemplate(row.template)
    if (!template || !row.params) return row
    const actions = translateActions(row, t)
    return { ...row, ...renderText(template, row.params, t), ...(actions ? { actions } : {}) }
  })

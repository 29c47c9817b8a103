import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** The value is of another type than the option, or is not its fixed value. Its content says nothing about the option. */
const isOfAnotherKind = ({ path, code }: Issue): boolean =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')

/** An empty text, which some fields accept, has no name. */
const hasWords = (message: string): boolean => message.trim() !== 'Send'

/** The types of all options in one message, such as "Send text or a list", or else their values. */
const acceptedMessage = (options: readonly (readonly Issue[])[]): string | undefined => {
  const messagesOf = (kind: Issue['code']) =>
    options.flatMap(([first]) => (first?.code === kind && hasWords(first.message) ? [first.message] : []))
  const types = messagesOf('invalid_type')
  const [first, ...others] = new Set(types.length > 0 ? types : messagesOf('invalid_value'))
  if (first === undefined || !first.startsWith('Send ')) return first
  return [first, ...others.map((message) => message.replace(/^Send /, ''))].join(' or ')
}

/**
 * Names the fault of a value that may have several forms. If the value resembles one of them, the faults of that form
 * remain, and otherwise the types that are accepted (rules/http 56).
 */
export const resolveUnions = (issues: readonly Issue[]): readonly Issue[] =>
  issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue]
    const options = issue.errors.map(resolveUnions)
    const [resembled, another] = options.filter((option) => !option.some(isOfAnotherKind))
    if (resembled !== undefined && another === undefined)
      return resembled.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] }))
    const message = acceptedMessage(options)
    return [resembled !== undefined || message === undefined ? issue : { ...issue, message }]
  })

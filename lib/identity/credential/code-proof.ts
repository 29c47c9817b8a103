import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { failureText, withText } from '../../contract/failure.ts'
import { RateLimited } from '../../contract/failures.ts'
import { remove, type Write } from '../../table/write.ts'
import { countAll, findExhausted, sharedLimit } from '../limit/limits.ts'
import type { Access } from '../person/records.ts'
import { type Code, type CodePurpose, code, listLiveCodes, senderOf } from './codes.ts'

const sixDigits = /^\d{6}$/

/** Tries of six digits per code: for the requesting browser, for its network source, and for all others. */
export const maxTries = 5

const TooManyCodes = withText(
  RateLimited,
  failureText('Too many wrong codes. Use the link in the mail, or try again later.'),
)

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

type TriesField = 'browserTries' | 'sourceTries' | 'otherTries'

/** The counter of tries that a request uses. Requests from elsewhere cannot use up the requester's tries. */
const triesOf = (row: Code, { browser, source }: ReturnType<typeof senderOf>): TriesField => {
  if (row.browser !== undefined && row.browser === browser) return 'browserTries'
  return row.source === source ? 'sourceTries' : 'otherTries'
}

/** The codes to compare six digits with: those that this sender requested, or all if there are none. */
const comparableCodes = (codes: readonly Code[], context: Context) => {
  const sender = senderOf(context.device)
  const all = codes.map((row) => ({ row, tries: triesOf(row, sender) }))
  const own = all.filter(({ tries }) => tries !== 'otherTries')
  return (own.length > 0 ? own : all).filter(({ row, tries }) => row[tries] < maxTries)
}

/** Each try is counted before the comparison, so that parallel guesses share five tries. */
const matchByDigits = async (
  context: Context,
  candidates: ReturnType<typeof comparableCodes>,
  given: string,
): Promise<{ readonly tried: number; readonly match: Code | undefined }> => {
  const { table, issuer } = context
  const counted = await Promise.all(
    candidates.map(async ({ row: { purpose, subject, nonce }, tries }) => {
      const room = { exists: true, below: { [tries]: maxTries } } as const
      const outcome = await table.update(code, { purpose, subject, nonce }, { add: { [tries]: 1 } }, room)
      const after = outcome.ok ? outcome.after : undefined
      return after && { after, right: same(await issuer.code(after.nonce), given) }
    }),
  )
  return {
    tried: counted.filter((one) => one !== undefined).length,
    match: counted.find((one) => one?.right)?.after,
  }
}

const matchByLink = async (
  { issuer }: Context,
  codes: readonly Code[],
  given: string,
): Promise<Code | undefined> => {
  const secrets = await Promise.all(codes.map(({ nonce }) => issuer.linkCode(nonce)))
  return codes[secrets.findIndex((secret) => same(secret, given))]
}

/**
 * Reads the live codes of `subject`; the result proves that `given` is one of them. Six digits can be guessed, so
 * tries are limited per code and sender and over all accounts, where the 429 recommends the link. The code in the
 * mail's link cannot be guessed, so other people's tries never lock out its owner.
 */
export const codeProver = async (
  context: Context,
  purpose: CodePurpose,
  subject: string,
): Promise<(given: string) => Promise<Code | undefined>> => {
  const bounds = [sharedLimit('code', `${purpose} ${subject}`)]
  const [codes, spent] = await Promise.all([
    listLiveCodes(context.table, purpose, subject),
    findExhausted(context, bounds),
  ])
  return async (given) => {
    if (!sixDigits.test(given)) return matchByLink(context, codes, given)
    if (spent) spent(TooManyCodes)
    const { tried, match } = await matchByDigits(context, comparableCodes(codes, context), given)
    if (!match) {
      if (tried > 0) await countAll(context, bounds, tried)
      return undefined
    }
    // Guesses counted during this comparison take precedence.
    const late = await findExhausted(context, bounds, { strong: true })
    return late ? late(TooManyCodes) : match
  }
}

/** The live code of `subject` that equals `given`. */
export const proveCode = async (
  context: Context,
  purpose: CodePurpose,
  subject: string,
  given: string,
): Promise<Code | undefined> => (await codeProver(context, purpose, subject))(given)

/** Whether all of the owner's sessions were ended after the code was mailed. */
export const isCodeEnded = ({ createdAt }: Code, { endedAt = '' }: Pick<Access, 'endedAt'>): boolean =>
  createdAt < endedAt

/**
 * Uses a code up, in the transaction that it permits. Refused if it was used a moment before, or if all of its
 * `owner`'s sessions were ended after it was mailed.
 */
export const useCodeWrite = ({ purpose, subject, nonce }: Code, owner?: Pick<Access, 'endedAt'>): Write => {
  const since = owner?.endedAt === undefined ? {} : { atLeast: { createdAt: owner.endedAt } }
  return remove(code, { purpose, subject, nonce }, { exists: true, ...since })
}

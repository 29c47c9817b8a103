import { type Field, isAlias, isStricter, type Surface } from './surface.ts'

/** A difference between two contracts. `of` is the operation or the named schema. */
export type Difference = { readonly of: string; readonly what: string; readonly breaks: boolean }

const ownerOf = (at: string): string => at.split(' ')[0] ?? at
const isSent = (at: string): boolean => at.includes(' > ') || at.endsWith(' >')
const isConstant = (kind: string): boolean => /^["\d-]|^(?:true|false|null)\b/.test(kind) && kind !== 'null'

/** The fields of a named schema, without its name, on the request or response side of a field address. */
const shapeOf = (name: string, side: string, { fields }: Surface): ReadonlySet<string> =>
  new Set(
    [...fields]
      .filter(([at]) => ownerOf(at) === name && at.startsWith(side, name.length))
      .map(([at, { always, kinds }]) => `${at.slice(name.length)} ${always} ${kinds.join()}`),
  )

/**
 * Whether a schema was only renamed, because clients never see schema names. In responses the renamed schema may have
 * further fields.
 */
const isRenamed = (at: string, kind: string, other: string, before: Surface, now: Surface): boolean => {
  const [bare, otherBare] = [kind.replaceAll('[]', ''), other.replaceAll('[]', '')]
  if (kind.length - bare.length !== other.length - otherBare.length) return false
  const side = isSent(at) ? ' >' : ' <'
  const [shape, next] = [shapeOf(bare, side, before), shapeOf(otherBare, side, now)]
  return (
    shape.size > 0 &&
    [...shape].every((line) => next.has(line)) &&
    (side === ' <' || shape.size === next.size)
  )
}

const kindChange = (
  at: string,
  was: Field,
  is: Field,
  before: Surface,
  now: Surface,
): readonly Difference[] => {
  const fresh = is.kinds.filter((kind) => !was.kinds.includes(kind))
  const gone = was.kinds
    .filter((kind) => !is.kinds.includes(kind))
    .filter((kind) => {
      const other = fresh.findIndex((each) => isRenamed(at, kind, each, before, now))
      if (other >= 0) fresh.splice(other, 1)
      return other < 0
    })
  if (gone.length + fresh.length === 0) return []
  // A sender breaks when a kind is no longer accepted. A reader breaks on a new kind, except a further constant.
  const breaks = isSent(at) ? gone.length > 0 : fresh.some((kind) => !isConstant(kind))
  return [{ of: ownerOf(at), what: `${at}: ${was.kinds.join(' | ')} → ${is.kinds.join(' | ')}`, breaks }]
}

/** The field that contains another one, unless that is the request, the response or the schema itself. */
const holderOf = (at: string): string | undefined =>
  at.includes('.') ? at.slice(0, at.lastIndexOf('.')).replace(/(?:\[\])+$/, '') : undefined

const fieldChanges = (at: string, before: Surface, now: Surface): readonly Difference[] => {
  const of = ownerOf(at)
  const [was, is] = [before.fields.get(at), now.fields.get(at)]
  if (!is) return [{ of, what: `${at} is gone`, breaks: true }]
  if (!was) {
    const holder = holderOf(at)
    const isAsked = isSent(at) && is.always && (holder === undefined || before.fields.has(holder))
    return [{ of, what: `${at} is new`, breaks: isAsked }]
  }
  const kinds = kindChange(at, was, is, before, now)
  if (was.always === is.always) return kinds
  const what = `${at} is ${is.always ? 'always' : 'not always'} there now`
  return [...kinds, { of, what, breaks: isSent(at) === is.always }]
}

const ownersOf = ({ addresses, fields }: Surface): ReadonlySet<string> =>
  new Set([...addresses.keys(), ...[...fields.keys()].map(ownerOf)])

/**
 * Differences between a release's contract and the current one. A difference breaks when a client of the release would
 * be rejected, or would read something unexpected. New operations, fields, codes and further values of a field never
 * break.
 */
export const differences = (before: Surface, now: Surface): readonly Difference[] => {
  const found: Difference[] = []
  for (const [of, { address, access }] of before.addresses) {
    const next = now.addresses.get(of)
    if (!next) found.push({ of, what: `${address} is gone`, breaks: true })
    else if (next.address !== address) found.push({ of, what: `${address} → ${next.address}`, breaks: true })
    else if (next.access !== access)
      found.push({
        of,
        what: `${address}: ${access} → ${next.access}`,
        breaks: isStricter(next.access, access),
      })
  }
  for (const [of, { address }] of now.addresses)
    if (!before.addresses.has(of)) found.push({ of, what: `${address} is new`, breaks: false })
  // Whole additions and removals are already reported above. A schema that is no longer used does not affect clients.
  const [old, own] = [ownersOf(before), ownersOf(now)]
  for (const at of new Set([...before.fields.keys(), ...now.fields.keys()])) {
    const of = ownerOf(at)
    if (!isAlias(of) && old.has(of) && own.has(of)) found.push(...fieldChanges(at, before, now))
  }
  return found
}

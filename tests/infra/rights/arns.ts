type Part = { readonly one: RegExp; readonly many: boolean; readonly least: 0 | 1 }

/** Names that hold signs which separate the parts of other ARNs. All others hold neither `:` nor `/`. */
const wideNames: Readonly<Record<string, RegExp>> = {
  ObjectName: /[\s\S]/,
  LogGroupName: /[^:]/,
  LogStreamName: /[^:]/,
  SecretId: /[^:]/,
  RoleNameWithPath: /[^:]/,
  StreamLabel: /[^/]/,
}

const literal = (sign: string): Part => ({
  one: new RegExp(`^${sign.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}$`),
  many: false,
  least: 1,
})

/** `arn:${Partition}:s3:::${BucketName}` as the reference writes it. */
const partsOfFormat = (format: string): Part[] =>
  [...format.matchAll(/\$\{(\w+)\}|([\s\S])/g)].map(([, name, sign = '']) =>
    name === undefined
      ? literal(sign)
      : { one: new RegExp(`^${(wideNames[name] ?? /[^:/]/).source}$`), many: true, least: 1 },
  )

/** A resource as policies write it, with `*` and `?`. */
const partsOfPattern = (pattern: string): Part[] =>
  [...pattern].map((sign) => {
    if (sign === '*') return { one: /^[\s\S]$/, many: true, least: 0 }
    if (sign === '?') return { one: /^[\s\S]$/, many: false, least: 1 }
    return literal(sign)
  })

const signs = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/-_.@$!#+=']

const meets = ({ one }: Part, other: Part): boolean =>
  signs.some((sign) => one.test(sign) && other.one.test(sign))

/** Whether some text is of both shapes. */
const haveCommon = (left: readonly Part[], right: readonly Part[]): boolean => {
  const seen = new Set<string>()
  const from = (l: number, r: number, takenL: boolean, takenR: boolean): boolean => {
    const key = `${l} ${r} ${takenL} ${takenR}`
    if (seen.has(key)) return false
    seen.add(key)
    const [one, other] = [left[l], right[r]]
    if (!one && !other) return true
    if (one && (one.least === 0 || takenL) && one.many && from(l + 1, r, false, takenR)) return true
    if (other && (other.least === 0 || takenR) && other.many && from(l, r + 1, takenL, false)) return true
    if (!one || !other || !meets(one, other)) return false
    const [stayL, stayR] = [one.many, other.many]
    return from(stayL ? l : l + 1, stayR ? r : r + 1, stayL, stayR)
  }
  return from(0, 0, false, false)
}

/** Whether a resource of a policy can be an ARN of the format that the reference gives a type of resource. */
export const fitsFormat = (resource: string, format: string): boolean =>
  resource === '*' || haveCommon(partsOfPattern(resource), partsOfFormat(format))

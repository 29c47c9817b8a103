/**
 * Why the engine did not serve a call. `no table`: the table or the index does not exist. `denied`: the function's role
 * or its credentials. `throttled`: the capacity of this second. `timeout`: no answer in time. `unreachable`: no
 * connection. `server error`: DynamoDB answered 5xx. `conflict`: other writes on the item. `rejected`: the call itself
 * is wrong. `no secret`: Secrets Manager did not give the signing secret.
 */
export type FaultCause =
  | 'no table'
  | 'denied'
  | 'throttled'
  | 'timeout'
  | 'unreachable'
  | 'server error'
  | 'conflict'
  | 'rejected'
  | 'no secret'

/** What the log says about a call that failed. It has no key, since keys contain people. */
export type TableFault = {
  readonly cause: FaultCause
  /** The engine's error name, or the code of a connection error. */
  readonly error: string
  /** The call, such as `Query`. */
  readonly call: string
  /** Kinds of item; reads of one turn share a call. */
  readonly entity?: string | undefined
  /** Times that the call was sent. */
  readonly attempts: number
}

/** The engine's error name, such as `ConditionalCheckFailedException`. */
export const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''

/**
 * Another write on the same item, or the same write, is in progress. `name` is that of an error, or of what cancelled
 * a transaction.
 */
export const isTransactionConflict = (name: string): boolean => /^Transaction(Conflict|InProgress)/.test(name)

/** The partition, the table or the account has used up its capacity of this second. */
export const isThrottling = (name: string): boolean =>
  /^(Throttling|ProvisionedThroughput|RequestLimit)/.test(name)

const namedCauses: Readonly<Record<string, FaultCause>> = {
  ResourceNotFoundException: 'no table',
  TimeoutError: 'timeout',
  AbortError: 'timeout',
  LimitExceededException: 'throttled',
  AccessDeniedException: 'denied',
  UnrecognizedClientException: 'denied',
  InvalidSignatureException: 'denied',
  ExpiredTokenException: 'denied',
  MissingAuthenticationTokenException: 'denied',
  CredentialsProviderError: 'denied',
}

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode ?? 0

export const faultCauseOf = (error: unknown): FaultCause => {
  const name = nameOf(error)
  if (isTransactionConflict(name)) return 'conflict'
  if (isThrottling(name)) return 'throttled'
  const named = namedCauses[name]
  if (named) return named
  if (/^E[A-Z]+$/.test(codeOf(error) ?? '')) return codeOf(error) === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
  return statusOf(error) >= 500 ? 'server error' : 'rejected'
}

/** The error's own name, without text that may quote an item. */
export const errorCodeOf = (error: unknown): string => {
  const code = codeOf(error)
  return code !== undefined && /^E[A-Z]+$/.test(code) ? code : nameOf(error) || typeof error
}

const faults = new WeakMap<object, TableFault>()

/** Attaches the facts to an error of the engine, or to the failure that stands for it. */
export const noteFault = (error: unknown, fault: TableFault): void => {
  if (typeof error === 'object' && error !== null) faults.set(error, fault)
}

export const faultOf = (error: unknown): TableFault | undefined =>
  typeof error === 'object' && error !== null ? faults.get(error) : undefined

/** Names the kinds of item where only the caller of a shared read knows them. */
export const nameEntities = (error: unknown, names: () => readonly string[]): void => {
  const fault = faultOf(error)
  if (fault && fault.entity === undefined)
    noteFault(error, { ...fault, entity: [...new Set(names())].sort().slice(0, 8).join(' ') })
}

import type { Consequence } from './contract/consequence.ts'
import type { OrgAccess } from './contract/permissions.ts'
import type { Reply } from './contract/reply.ts'
import type { Access } from './contract/row.ts'
import type { Gateways } from './gateways/gateways.ts'
import type { OrgRights } from './identity/org/organizations.ts'
import type { Caller, Member } from './identity/person/caller.ts'
import type { TenantRecord } from './identity/person/records.ts'
import type { WebClient } from './identity/school/addresses.ts'
import type { Issuer } from './identity/session/issuer.ts'
import type { Settings } from './settings.ts'
import type { Table } from './table/table.ts'

/** What the request says about where it comes from. `native` clients take tokens in the body instead of cookies. */
export type Device = {
  readonly address: string
  readonly userAgent: string
  readonly native: boolean
  readonly requestId: string
  /** The refresh token that the request carries, by cookie or by the headers of native clients. */
  readonly refreshToken?: string
  /** It came in a header, where no browser puts it. */
  readonly refreshShown?: boolean
  /** The sessions that access cookies beside it name; nothing has proven them. */
  readonly accessSids?: readonly string[]
  readonly delivery?: Delivery
  /** The token of a sign-in that waits for its second step, as a browser carries it. */
  readonly secondStep?: string
  /** The query as it was sent: signatures of identity providers cover these very characters. */
  readonly rawQuery?: string
  readonly browser?: Browser
  /** What shows that people have signed in by this device before. */
  readonly proofs?: readonly string[]
  /** Tags of the versions that a change may have been made from (`If-Match`). */
  readonly ifMatch?: string
  /** What opens the door of one event, for helpers without an account. */
  readonly doorCredential?: string
}

/** How tokens reach the caller: `nowhere` is an app that has not shown that they are its own. */
export type Delivery = 'cookies' | 'body' | 'nowhere'

/** What a browser says of itself with a request. `mark` binds a sign-in elsewhere to the browser that began it. */
export type Browser = {
  /** A person looks at the answer. */
  readonly navigates: boolean
  /** It is a browser, by the headers that no script can leave out or change. */
  readonly candid: boolean
  readonly mark?: string
}

/** The school of the request, the address its people use, and the time zone that its rules are judged in. */
export type Tenant = {
  readonly key: string
  readonly origin: string
  readonly platform: boolean
  readonly timezone: string
  /** Where its people are led, when it has a client of its own. Known once the school's row is. */
  readonly web?: WebClient
}

/** The caller as far as the access of the operation guarantees. */
export type CallerOf<A extends Access> = A extends 'anyone' | 'optional'
  ? Caller | undefined
  : A extends 'member'
    ? Member
    : A extends OrgAccess
      ? (A extends { readonly org: 'visitor' } ? Member : Caller) & { readonly org: OrgRights }
      : Caller

/** What one operation answered to another: the status and the body of its response, a failure too. */
export type OperationResult = {
  readonly status: number
  readonly body: unknown
  /** What the row says the body is made of. */
  readonly kind: Reply['kind']
}

/** For pages: other operations, asked for in the process as the person of the request would ask. */
export type OtherOperations = {
  ask(domain: string, operation: string, input?: object): Promise<OperationResult>
  /** What the operations that were asked for found out about who calls, and where. */
  readonly visit: {
    readonly school?: TenantRecord | undefined
    readonly caller?: Caller | undefined
    readonly timezone: string
    /** Up to when the numbers of their answers are counted, where those are late. */
    readonly countedUntil?: string
  }
  /** Whether the person would have to show a second factor for an operation of this consequence, as far as is known. */
  requiresProof(consequence: Consequence): boolean
  readonly request: {
    /** With its query. */
    readonly path: string
    readonly method: string
    readonly carriesSession: boolean
    /** The fields of a form that was sent without files, by name. */
    fields(): readonly (readonly [name: string, value: string])[]
    /** A link of another site led here. */
    readonly isCrossSite: boolean
  }
}

/** What a rule may use. Clock and ids come only from here. */
export type Context<A extends Access = Access> = {
  readonly tenant: Tenant
  /** The row of that school, at most two seconds old; absent on the platform host, and where no school is enrolled. */
  readonly school: TenantRecord | undefined
  readonly caller: CallerOf<A>
  readonly device: Device
  readonly table: Table
  readonly issuer: Issuer
  readonly gateways: Gateways
  readonly settings: Settings
  now(): Date
  newId(): string
  readonly within?: OtherOperations
}

import type { Consequence } from './contract/consequence.ts'
import type { OrgAccess } from './contract/permissions.ts'
import type { Reply } from './contract/reply.ts'
import type { Access } from './contract/row.ts'
import type { ReaderLanguages } from './contract/text/locale.ts'
import type { PreparedText } from './contract/text/prepared.ts'
import type { Gateways } from './gateways/gateways.ts'
import type { OrgRights } from './identity/org/organizations.ts'
import type { Caller, Member } from './identity/person/caller.ts'
import type { TenantRecord } from './identity/person/records.ts'
import type { WebClient } from './identity/school/addresses.ts'
import type { Issuer } from './identity/session/issuer.ts'
import type { OwnCounts } from './own-counts.ts'
import type { Settings } from './settings.ts'
import type { Table } from './table/table.ts'

/** Where a request comes from. `native` clients receive tokens in the body instead of cookies. */
export type Device = {
  readonly address: string
  readonly userAgent: string
  readonly native: boolean
  readonly requestId: string
  /** The request's refresh token, from the cookie or from the headers of native clients. */
  readonly refreshToken?: string
  /** The refresh token came in a header, where no browser puts it. */
  readonly refreshShown?: boolean
  /** Sessions named by the access cookies sent with it. They are unverified. */
  readonly accessSids?: readonly string[]
  readonly delivery?: Delivery
  /** The token of a browser's sign-in that still needs its second step. */
  readonly secondStep?: string
  /** The query exactly as sent: signatures of identity providers cover these characters. */
  readonly rawQuery?: string
  readonly browser?: Browser
  /** Proofs that people have signed in with this device before. */
  readonly proofs?: readonly string[]
  /** Tags of the versions that a change may have been made from (`If-Match`). */
  readonly ifMatch?: string
  /** The credential of one event's check-in link, for helpers without an account. */
  readonly doorCredential?: string
}

/** How tokens reach the caller. `nowhere`: an app that has not shown its refresh token, so it receives none. */
export type Delivery = 'cookies' | 'body' | 'nowhere'

/** What a browser reports about itself. `mark` binds a sign-in at another site to the browser that started it. */
export type Browser = {
  /** The response is shown to a person as a page. */
  readonly navigates: boolean
  /** It is a browser, according to headers that no script can omit or change. */
  readonly candid: boolean
  readonly mark?: string
  readonly languages?: ReaderLanguages
}

/** The school of the request, the address its people use, and the time zone of its rules. */
export type Tenant = {
  readonly key: string
  readonly origin: string
  readonly platform: boolean
  readonly timezone: string
  /** Web addresses of the school's own client, if it has one. Known once the school's row is read. */
  readonly web?: WebClient
  /** The school's language and region (BCP 47), if it has set them. Known once the school's row is read. */
  readonly locale?: string
}

/** The caller, as precisely as the operation's access guarantees. */
export type CallerOf<A extends Access> = A extends 'anyone' | 'optional'
  ? Caller | undefined
  : A extends 'member'
    ? Member
    : A extends OrgAccess
      ? (A extends { readonly org: 'visitor' } ? Member : Caller) & { readonly org: OrgRights }
      : Caller

/** Messages of a failure for pages, which translate them. */
export type FailureTexts = {
  readonly message: PreparedText | undefined
  readonly details: readonly (PreparedText | undefined)[]
}

/** The result of one operation for another: the status and body of its response, failures included. */
export type OperationResult = {
  readonly status: number
  readonly body: unknown
  /** The failure's message, and those of its details, with their values apart. Absent where they have none. */
  readonly texts?: FailureTexts
  /** The kind of body that the row declares. */
  readonly kind: Reply['kind']
}

/** For pages: runs other operations in the process, as the person of the request. */
export type OtherOperations = {
  call(domain: string, operation: string, input?: object): Promise<OperationResult>
  /** What those operations found out about the caller and the school. */
  readonly visit: {
    readonly school?: TenantRecord | undefined
    readonly caller?: Caller | undefined
    /** The caller administers the platform or this school; for links, never for rights. */
    readonly isAdministrator?: boolean
    readonly impersonation?: Caller['impersonation']
    readonly timezone: string
    /** The time up to which lagging counts in their results are complete. */
    readonly countedUntil?: string
  }
  /** Whether the person would need a second factor for an operation of this consequence, as far as is known. */
  requiresProof(consequence: Consequence): boolean
  readonly request: {
    /** Includes the query. */
    readonly path: string
    readonly method: string
    readonly carriesSession: boolean
    /** The confirmation message of the reader's last form. */
    readonly confirmation: string | undefined
    /** Id of the helper link whose credential the browser presents. */
    readonly helperLinkId: string | undefined
    /** Fields, by name, of a form sent without files. */
    fields(): readonly (readonly [name: string, value: string])[]
    readonly languages: ReaderLanguages | undefined
    /** The request came from a link on another site. */
    readonly isCrossSite: boolean
    /** Address of the page whose link was followed. Browsers send none for a typed address. */
    readonly referrer: string | undefined
  }
}

/** Everything a rule may use. Clock and ids come only from here. */
export type Context<A extends Access = Access> = {
  readonly tenant: Tenant
  /** The school's row, at most two seconds old. Absent on the platform host and where no school is enrolled. */
  readonly school: TenantRecord | undefined
  readonly caller: CallerOf<A>
  readonly device: Device
  readonly table: Table
  readonly issuer: Issuer
  readonly gateways: Gateways
  readonly settings: Settings
  /** Counts that lag, with the caller's own recent changes. */
  readonly counts: OwnCounts
  now(): Date
  newId(): string
  readonly within?: OtherOperations
}

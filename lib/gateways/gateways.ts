/** One message to one address. Its author escapes `html`. `kind` names the template. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly kind: string
  /** The display name of the platform's sender address; by default the deployment's. */
  readonly senderName?: string
  /** Further header lines, such as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The address that replies go to; by default the sender's. */
  readonly replyTo?: string
  readonly attachments?: readonly MailAttachment[]
}

/** A text file of a mail. */
export type MailAttachment = {
  readonly filename: string
  readonly contentType: string
  readonly content: string
}

/** Sends mail: SES on AWS, one file per message locally. */
export type Mailer = { send(mail: Mail): Promise<{ readonly id: string }> }

/**
 * Limits of a signed upload. S3 can only enforce an exact length, so `maxBytes` must be the length that the client
 * declared; locally a shorter upload is accepted too.
 */
export type Upload = { readonly type: string; readonly maxBytes: number; readonly expires: Date }

/** Stores uploaded files and provides their public addresses. Keys are paths without a leading slash. */
export type MediaStore = {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** The bytes of a key, or undefined; for checking an upload before it is adopted. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Removes a key; a missing one is no error. */
  remove(key: string): Promise<void>
  /** An address that accepts one kind of PUT request without any other credential. */
  uploadAddress(key: string, upload: Upload): Promise<string>
  /** The public address of a key. */
  addressOf(key: string): string
}

/**
 * A file written in parts. A part replaces an earlier one with the same number; all but the last have 5 MiB or more.
 */
export type MultipartFile = { readonly key: string; readonly id: string }

/**
 * Stores exports of schools, apart from everything public. Keys have the form of media keys. Small files are put
 * whole; a large file is begun, written in parts and ended.
 */
export type ExportStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  read(key: string): Promise<Uint8Array | undefined>
  /** Removes a key; a missing one is no error. */
  remove(key: string): Promise<void>
  begin(key: string): Promise<string>
  part(file: MultipartFile, number: number, bytes: Uint8Array): Promise<void>
  /** Joins the parts, whose chain has to be `chain` (see `chainParts`). Ending a file again changes nothing. */
  end(file: MultipartFile, chain: string): Promise<void>
  /** Abandons an unfinished file; a missing one is no error. */
  abort(file: MultipartFile): Promise<void>
  /** An address that delivers a file to its holder, until that time. */
  address(key: string, until: Date): Promise<string>
}

/** Secrets that identity providers have issued to this deployment. */
export type IssuedSecret = 'googleClientSecret' | 'applePrivateKey'

export type Secrets = {
  /** Secret strings that keys are derived from, newest first; two during a rotation. */
  ring(): Promise<readonly string[]>
  /** Undefined when none is stored. */
  issued(name: IssuedSecret): Promise<string | undefined>
}

/** One message to one phone. `to` is the token that the app registered; `data` is the app's target. */
export type PushMessage = {
  readonly to: string
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, unknown>>
}

/** `gone`: the phone is no longer registered. `refused`: a retry would not help. `later`: a retry may help. */
export type PushTicket =
  | { readonly outcome: 'sent'; readonly id: string }
  | { readonly outcome: 'gone' | 'refused' | 'later' }
export type PushReceipt = 'delivered' | 'gone' | 'refused'

/** Sends messages to phones: Expo in production, one file per message locally. */
export type Push = {
  /** One ticket for each message, in order. Failures of single messages do not reject. */
  send(messages: readonly PushMessage[]): Promise<readonly PushTicket[]>
  /** Delivery results of sent messages, by ticket id; some are not known yet. */
  receipts(ids: readonly string[]): Promise<Readonly<Record<string, PushReceipt>>>
}

/** Reads the domain name system. */
export type NameLookup = {
  /** The text records of a name, empty if it has none; undefined when no server responded. */
  txt(name: string): Promise<readonly string[] | undefined>
}

/** A provider's sign-in address, and whether it binds codes to the requester (PKCE, S256). */
export type ProviderEndpoints = { readonly authorization: string; readonly pkce: boolean }

/** A public key of a provider, as a JSON Web Key. */
export type PublicKey = Readonly<Record<string, unknown>> & { readonly kty: string; readonly kid: string }

/** The result of a code exchange. `error` is the provider's own code (RFC 6749, 5.2). */
export type CodeExchange =
  | { readonly outcome: 'redeemed'; readonly idToken: string }
  | { readonly outcome: 'refused'; readonly error: string }

/** Identity providers by OpenID Connect, each named by its issuer. Undefined: the provider did not respond. */
export type IdentityProviders = {
  endpoints(issuer: string): Promise<ProviderEndpoints | undefined>
  /** The provider's public keys, including `kid` if it exists by now. */
  keys(issuer: string, kid: string): Promise<readonly PublicKey[] | undefined>
  /** Exchanges a code for an id token. The provider refuses a second exchange. */
  redeem(issuer: string, form: Readonly<Record<string, string>>): Promise<CodeExchange | undefined>
}

/** All external services of the process, except the table. */
export type Gateways = {
  readonly mail: Mailer
  readonly push: Push
  readonly media: MediaStore
  readonly exports: ExportStore
  readonly secrets: Secrets
  readonly names: NameLookup
  readonly providers: IdentityProviders
}

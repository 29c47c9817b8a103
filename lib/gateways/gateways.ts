/** One message to one address. `html` is escaped by whoever made it. `kind` names the template. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly kind: string
  /** The name beside the platform's own sender address; the deployment's without it. */
  readonly senderName?: string
  /** Further header lines, such as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends mail: SES on AWS, one file per message locally. */
export type Mailer = { send(mail: Mail): Promise<{ readonly id: string }> }

/**
 * What a signed upload may bring, and until when. S3 can bind nothing but an exact length, so `maxBytes` must be the
 * length that the client declared; locally a shorter one is taken too.
 */
export type Upload = { readonly type: string; readonly maxBytes: number; readonly expires: Date }

/** Keeps uploaded files and names their public address. Keys are paths without a leading slash. */
export type MediaStore = {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** The bytes under a key, or undefined; for looking at an upload before it is taken over. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Removes a key; one that is not there is no error. */
  remove(key: string): Promise<void>
  /** An address that accepts one kind of PUT request without any other credential. */
  uploadAddress(key: string, upload: Upload): Promise<string>
  /** The public address of a key. */
  addressOf(key: string): string
}

/** A file that is written in parts. Parts of one number replace each other; all but the last have 5 MiB or more. */
export type MultipartFile = { readonly key: string; readonly id: string }

/**
 * Keeps files that schools take along, away from everything public. Keys are those of media. Small pieces are put whole;
 * a large file is begun, written in parts and ended.
 */
export type ExportStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  read(key: string): Promise<Uint8Array | undefined>
  /** Removes a key; one that is not there is no error. */
  remove(key: string): Promise<void>
  begin(key: string): Promise<string>
  part(file: MultipartFile, number: number, bytes: Uint8Array): Promise<void>
  /** Joins the parts, whose chain has to be `chain` (see `chainParts`). Ending a file again changes nothing. */
  end(file: MultipartFile, chain: string): Promise<void>
  /** Gives up a file that was begun; one that is not there is no error. */
  abort(file: MultipartFile): Promise<void>
  /** An address that gives a file to whoever holds it, until then. */
  address(key: string, until: Date): Promise<string>
}

/** Secrets of this deployment at identity providers, which those have issued. */
export type IssuedSecret = 'googleClientSecret' | 'applePrivateKey'

export type Secrets = {
  /** Secret strings that keys are derived from, newest first; two of them while a rotation lasts. */
  ring(): Promise<readonly string[]>
  /** Undefined when nobody has stored it. */
  issued(name: IssuedSecret): Promise<string | undefined>
}

/** One message to one phone. `to` is the token that the app has registered; `data` is what the app opens. */
export type PushMessage = {
  readonly to: string
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, unknown>>
}

/** `gone`: the phone is not registered any more. `refused`: trying again would not help. `later`: it may. */
export type PushTicket =
  | { readonly outcome: 'sent'; readonly id: string }
  | { readonly outcome: 'gone' | 'refused' | 'later' }
export type PushReceipt = 'delivered' | 'gone' | 'refused'

/** Sends messages to phones: Expo in production, one file per message locally. */
export type Push = {
  /** One ticket for each message, in their order. Does not reject for what happens to single messages. */
  send(messages: readonly PushMessage[]): Promise<readonly PushTicket[]>
  /** What became of messages that were sent, by the id of the ticket; some are not known yet. */
  receipts(ids: readonly string[]): Promise<Readonly<Record<string, PushReceipt>>>
}

/** Reads the domain name system. */
export type NameLookup = {
  /** The text records of a name, none when it has none; undefined when nobody could be asked. */
  txt(name: string): Promise<readonly string[] | undefined>
}

/** Where an identity provider sends people to sign in, and whether it binds codes to who asked for them (PKCE, S256). */
export type ProviderEndpoints = { readonly authorization: string; readonly pkce: boolean }

/** A public key of a provider, as a JSON Web Key. */
export type PublicKey = Readonly<Record<string, unknown>> & { readonly kty: string; readonly kid: string }

/** What became of a code. `error` is the provider's own word (RFC 6749, 5.2). */
export type CodeExchange =
  | { readonly outcome: 'redeemed'; readonly idToken: string }
  | { readonly outcome: 'refused'; readonly error: string }

/** Identity providers by OpenID Connect, each named by its issuer. Undefined: it could not be asked. */
export type IdentityProviders = {
  endpoints(issuer: string): Promise<ProviderEndpoints | undefined>
  /** Its public keys; with the one of `kid`, if there is one by now. */
  keys(issuer: string, kid: string): Promise<readonly PublicKey[] | undefined>
  /** Exchanges a code for an id token. Repeating it is refused by the provider. */
  redeem(issuer: string, form: Readonly<Record<string, string>>): Promise<CodeExchange | undefined>
}

/** What leaves the process besides the table. */
export type Gateways = {
  readonly mail: Mailer
  readonly push: Push
  readonly media: MediaStore
  readonly exports: ExportStore
  readonly secrets: Secrets
  readonly names: NameLookup
  readonly providers: IdentityProviders
}

/** One message to one address. `html` is escaped by whoever made it. `kind` names the template. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly kind: string
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

/** Secret strings that keys are derived from, newest first; two of them while a rotation lasts. */
export type Secrets = { ring(): Promise<readonly string[]> }

/** What leaves the process besides the table. */
export type Gateways = { readonly mail: Mailer; readonly media: MediaStore; readonly secrets: Secrets }

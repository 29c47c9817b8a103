import { ulid } from '../id.ts'
import type { Settings } from '../settings.ts'
import type {
  ExportStore,
  Gateways,
  IdentityProviders,
  Mailer,
  MediaStore,
  NameLookup,
  Push,
  Secrets,
} from './gateways.ts'
import { addressUnder } from './media-key.ts'
import { localSecrets } from './secrets.ts'

type GatewaySettings = Pick<
  Settings,
  'DATA_DIR' | 'EXPORTS_BUCKET' | 'MAIL_FROM' | 'MEDIA_BUCKET' | 'MEDIA_ORIGIN' | 'SECRET_ID' | 'production'
>

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let created: Promise<T> | undefined
  return () => {
    created ??= make()
    return created
  }
}

const lateMail = (load: () => Promise<Mailer>): Mailer => ({
  send: async (mail) => (await load()).send(mail),
})

const lateNames: NameLookup = {
  txt: async (name) => (await import('./name-lookup.ts')).systemLookup().txt(name),
}

const latePush = (load: () => Promise<Push>): Push => ({
  send: async (messages) => (await load()).send(messages),
  receipts: async (ids) => (await load()).receipts(ids),
})

const lateMedia = (origin: string, load: () => Promise<MediaStore>): MediaStore => ({
  put: async (key, bytes, type) => (await load()).put(key, bytes, type),
  read: async (key) => (await load()).read(key),
  remove: async (key) => (await load()).remove(key),
  uploadAddress: async (key, upload) => (await load()).uploadAddress(key, upload),
  addressOf: (key) => addressUnder(origin, key),
})

const lateExports = (load: () => Promise<ExportStore>): ExportStore => ({
  put: async (key, bytes) => (await load()).put(key, bytes),
  read: async (key) => (await load()).read(key),
  remove: async (key) => (await load()).remove(key),
  begin: async (key) => (await load()).begin(key),
  part: async (file, number, bytes) => (await load()).part(file, number, bytes),
  end: async (file, chain) => (await load()).end(file, chain),
  abort: async (file) => (await load()).abort(file),
  address: async (key, until) => (await load()).address(key, until),
})

const lateSecrets = (load: () => Promise<Secrets>): Secrets => ({
  ring: async () => (await load()).ring(),
  issued: async (name) => (await load()).issued(name),
})

const lateProviders = (production: boolean, clock: () => Date): IdentityProviders => {
  const load = once(async () =>
    (await import('./openid.ts')).openIdProviders(production, () => clock().getTime()),
  )
  return {
    endpoints: async (issuer) => (await load()).endpoints(issuer),
    keys: async (issuer, kid) => (await load()).keys(issuer, kid),
    redeem: async (issuer, form) => (await load()).redeem(issuer, form),
  }
}

const s3ExportsIn = async (bucket: string | undefined): Promise<ExportStore> => {
  if (!bucket) throw new Error('Exports need the setting EXPORTS_BUCKET.')
  return (await import('./s3.ts')).s3Exports(bucket)
}

/** File stores load on first use, so deployed functions never load them at start. */
const localGateways = (
  { DATA_DIR, MEDIA_ORIGIN = 'http://localhost:3001' }: GatewaySettings,
  clock: () => Date,
): Gateways => ({
  mail: lateMail(
    once(async () => (await import('./local.ts')).localMail(DATA_DIR, clock, () => ulid(clock().getTime()))),
  ),
  push: latePush(
    once(async () => (await import('./local.ts')).localPush(DATA_DIR, clock, () => ulid(clock().getTime()))),
  ),
  media: lateMedia(
    MEDIA_ORIGIN,
    once(async () => (await import('./local.ts')).localMedia(DATA_DIR, MEDIA_ORIGIN)),
  ),
  exports: lateExports(once(async () => (await import('./local.ts')).localExports(DATA_DIR, MEDIA_ORIGIN))),
  secrets: localSecrets(DATA_DIR),
  names: lateNames,
  providers: lateProviders(false, clock),
})

/** The AWS implementations load on first use: a function that sends no mail does not load mail code. */
const awsGateways = (
  from: string,
  bucket: string,
  origin: string,
  secretId: string,
): Omit<Gateways, 'providers' | 'exports'> => ({
  mail: lateMail(once(async () => (await import('./ses.ts')).sesMail(from))),
  push: latePush(once(async () => (await import('./expo.ts')).expoPush())),
  media: lateMedia(
    origin,
    once(async () => (await import('./s3.ts')).s3Media(bucket, origin)),
  ),
  secrets: lateSecrets(once(async () => (await import('./aws-secrets.ts')).awsSecrets(secretId))),
  names: lateNames,
})

/**
 * The gateways that the settings select: AWS in production or once `SECRET_ID` or `MEDIA_BUCKET` is set, otherwise
 * files in `DATA_DIR`. Throws one sentence that names each missing AWS setting.
 */
export const openGateways = (settings: GatewaySettings, clock: () => Date): Gateways => {
  const { production, SECRET_ID, MEDIA_BUCKET, MEDIA_ORIGIN } = settings
  if (!production && !SECRET_ID && !MEDIA_BUCKET) return localGateways(settings, clock)
  const MAIL_FROM = /@localhost\b/.test(settings.MAIL_FROM) ? undefined : settings.MAIL_FROM
  if (!SECRET_ID || !MEDIA_BUCKET || !MEDIA_ORIGIN || !MAIL_FROM) {
    const needed = Object.entries({ SECRET_ID, MEDIA_BUCKET, MEDIA_ORIGIN, MAIL_FROM })
    const missing = needed.filter(([, value]) => !value).map(([name]) => name)
    throw new Error(`The AWS gateways need settings that are missing: ${missing.join(', ')}.`)
  }
  return {
    ...awsGateways(MAIL_FROM, MEDIA_BUCKET, MEDIA_ORIGIN, SECRET_ID),
    exports: lateExports(once(() => s3ExportsIn(settings.EXPORTS_BUCKET))),
    providers: lateProviders(production, clock),
  }
}

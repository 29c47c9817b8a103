import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ValidationError } from '../../../lib/contract/failures.ts'
import { spend } from '../../../lib/identity/limit/limits.ts'
import { webAddress } from '../addresses.ts'
import { InvalidUrl, MetadataUnreachable } from '../contract/failures.ts'
import type { ConfigBody, PresetName } from '../contract/shapes.ts'
import { samlLimits } from '../contract.ts'
import { findConfig } from '../repository.ts'
import { saveConfig } from './configuration.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import { fetchDocument } from './metadata-fetch.ts'

type Wanted = {
  readonly xml?: string | undefined
  readonly url?: string | undefined
  readonly attributePreset?: PresetName | undefined
}

const documentOf = async (context: Context<'admin'>, { xml, url }: Wanted): Promise<string> => {
  if ((xml === undefined) === (url === undefined))
    return fail(ValidationError, { details: [{ field: 'xml', message: 'Give either xml or url' }] })
  if (xml !== undefined) return xml
  if (url === undefined || !webAddress(url, { production: true })) return fail(InvalidUrl, { field: 'url' })
  await spend(context, 'saml-import', samlLimits.imports, context.tenant.key)
  return (await fetchDocument(url)) ?? fail(MetadataUnreachable)
}

/**
 * Fills the configuration from the metadata of an identity provider. One that is configured already stays the same one:
 * a document about another is refused. With `url` the address is kept, and the schedule reads it again every day.
 */
export const importMetadata = async (
  context: Context<'admin'>,
  wanted: Wanted,
): Promise<{ id: string; created: boolean }> => {
  const xml = await documentOf(context, wanted)
  const stored = await findConfig(context.table)
  const { entityId, ssoUrl, sloUrl, certificates } = readIdpMetadata(xml, stored?.idpEntityId, context.now())
  const [x509Cert, ...additionalCerts] = certificates
  const body: ConfigBody = {
    idp: { entityId, ssoUrl, sloUrl: sloUrl ?? null, x509Cert, additionalCerts },
    ...(wanted.url === undefined ? {} : { metadataUrl: wanted.url }),
    ...(wanted.attributePreset === undefined ? {} : { attributePreset: wanted.attributePreset }),
  }
  return saveConfig(context, body)
}

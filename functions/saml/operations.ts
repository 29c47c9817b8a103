import type { Context } from '../../lib/context.ts'
import { Failure, fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { signInMethods } from '../../lib/contract/people.ts'
import { answer } from '../../lib/contract/reply.ts'
import { session } from '../../lib/identity/person/records.ts'
import type { Operations } from '../../lib/operation.ts'
import { redactTrace, requireChecksPass } from './config/checks.ts'
import { requireConfig, saveConfig, viewOf } from './config/configuration.ts'
import { previewSamlIdentity } from './config/identity-preview.ts'
import { closeSamlMigration, openSamlMigration, readSamlMigration } from './config/migration.ts'
import { presets } from './config/settings.ts'
import { TraceMissing } from './contract/failures.ts'
import { presetNames } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { providerLogout } from './index/provider-logout.ts'
import { notePage, onwardPage, refusalPage } from './pages.ts'
import { findConfig, listSamlTraces, samlTrace } from './repository.ts'
import type { SamlResult } from './sign-in/callback.ts'
import { getSamlTestLogin, startSamlLogin } from './sign-in/request.ts'

const createdMessage = 'SAML configuration created successfully'

const savedReply = ({ id, created }: { id: string; created: boolean }) =>
  answer({ id }, created ? { status: 201, message: createdMessage } : {})

const userOf = ({ member }: SamlResult) => {
  if (!member) return null
  const { id, username, email, name, roles } = member
  return { id, username, email, name, roles }
}

const signInReply = (answered: SamlResult, navigates: boolean) => {
  const { signedIn, linked, traceId, path, identity = '' } = answered
  const shown = { user: userOf(answered), traceId }
  if (linked) {
    const page = navigates ? { page: onwardPage(path ?? '/') } : {}
    return answer(shown, { message: 'Linked', ...page })
  }
  if (!signedIn) {
    const message = 'The test sign-in passed every check. Nobody was signed in.'
    return answer(shown, {
      message,
      ...(navigates ? { page: notePage(message, `${identity} Trace ${traceId}`) } : {}),
    })
  }
  const page = navigates ? { page: onwardPage(path ?? '/') } : {}
  return answer(shown, { tokens: signedIn.tokens, ...page })
}

/** A browser that navigates gets a page; a program gets a body. */
const failureReply = (error: unknown, { device }: Context<'anyone'>) => {
  if (!(error instanceof Failure) || !device.browser?.navigates) throw error
  const { kind, extras } = error
  const { traceId } = (extras.data ?? {}) as { traceId?: string }
  const { status, message } = kind
  return answer(
    { user: null, traceId: traceId ?? '' },
    { status, success: false, page: refusalPage(message, traceId) },
  )
}

const requireTrace = async ({ table }: Context<'admin'>, id: string) =>
  (await table.get(samlTrace, { id }, { strong: true })) ?? fail(TraceMissing)

// The XML libraries are loaded when needed: starting a sign-in and the configuration pages do not use them.
const answers = () => import('./sign-in/callback.ts')
const logouts = () => import('./logout-messages.ts')

export const operations: Operations<typeof contract> = {
  async getSamlEntrance(_, { table, school }) {
    return {
      offered: (await findConfig(table))?.isActive === true,
      ways: [...(school?.door?.ways ?? signInMethods)],
    }
  },

  async startSamlLogin({ relayState, redirect, proof }, context) {
    const { address, mark } = await startSamlLogin(context, relayState, { strong: proof === 'strong' })
    const leaves = redirect === undefined ? context.device.browser?.navigates : redirect === 'true'
    const away = leaves ? { status: 302, headers: { location: address } } : {}
    return answer({ redirectUrl: address }, { mark, ...away })
  },

  async startSamlLink({ relayState }, context) {
    const { requireLinker } = await import('./sign-in/linking.ts')
    const link = await requireLinker(context)
    const { address, mark } = await startSamlLogin(context, relayState, { link })
    return answer({ redirectUrl: address }, { mark })
  },

  async receiveSamlResponse({ SAMLResponse, RelayState }, context) {
    try {
      const { receiveAnswer: takeAnswer } = await answers()
      const answered = await takeAnswer(context, SAMLResponse, RelayState)
      return signInReply(answered, context.device.browser?.navigates ?? false)
    } catch (error) {
      return failureReply(error, context)
    }
  },

  async getSamlConfig(_, context) {
    return viewOf(await requireConfig(context), context)
  },

  async saveSamlConfig(body, context) {
    return savedReply(await saveConfig(context, body))
  },

  async changeSamlConfig(body, context) {
    return savedReply(await saveConfig(context, body))
  },

  async testSamlConfig(_, context) {
    return { checks: [...requireChecksPass(await requireConfig(context), context)] }
  },

  async getSamlTestLogin({ redirect }, context) {
    const { address, requestId, relay, mark } = await getSamlTestLogin(context, await requireConfig(context))
    const away = redirect === 'true' ? { status: 302, headers: { location: address } } : {}
    return answer({ loginUrl: address, requestId, relayState: relay }, { mark, ...away })
  },

  async getSamlMetadata(_, context) {
    const { metadataOf } = await import('./config/own-metadata.ts')
    return metadataOf(context)
  },

  async importSamlMetadata(wanted, context) {
    const { importSamlMetadata } = await import('./config/metadata.ts')
    const { id, created, leftOut } = await importSamlMetadata(context, wanted)
    return answer({ id, leftOut: [...leftOut] }, created ? { status: 201, message: createdMessage } : {})
  },

  async listSamlPresets() {
    return {
      presets: presetNames.map((name) => {
        const { about, attributeMapping } = presets[name]
        return { name, about, attributeMapping: { ...attributeMapping } }
      }),
    }
  },

  async getSamlMigration(query, context) {
    return readSamlMigration(context, pageOf(query))
  },

  async previewSamlIdentity({ identityAttribute, without, ...page }, context) {
    return previewSamlIdentity(context, { identityAttribute, without }, pageOf(page))
  },

  async openSamlMigration(body, context) {
    return openSamlMigration(context, body)
  },

  async closeSamlMigration(_, context) {
    await closeSamlMigration(context)
  },

  async listSamlTraces(query, { table }) {
    const { items, cursor } = await listSamlTraces(table, pageOf(query))
    return { traces: [...items], ...(cursor === undefined ? {} : { cursor }) }
  },

  async getSamlTrace({ traceId }, context) {
    return requireTrace(context, traceId)
  },

  async redactSamlTrace({ traceId }, context) {
    const cleared = redactTrace(await requireTrace(context, traceId))
    await context.table.put(samlTrace, cleared, { exists: true })
    return cleared
  },

  async startSamlLogout(_, context) {
    const { globalUserId, sid } = context.caller
    if (globalUserId === undefined || sid === undefined) return answer({}, { clearCookies: true })
    const redirectUrl = await providerLogout(context, { globalUserId, sid })
    if (redirectUrl === undefined) await context.table.remove(session, { globalUserId, id: sid })
    return answer(redirectUrl === undefined ? {} : { redirectUrl }, { clearCookies: true })
  },

  async receiveSamlLogout(_, context) {
    // The signature covers the query as it was sent, so the raw query decides.
    const part = /(?:^|&)SAMLRequest=/.test(context.device.rawQuery ?? '') ? 'SAMLRequest' : 'SAMLResponse'
    const { receiveLogoutMessage: takeLogoutMessage } = await logouts()
    return takeLogoutMessage(context, { part, by: 'redirect', text: undefined, relay: undefined })
  },

  async receivePostedSamlLogout({ SAMLRequest, SAMLResponse, RelayState }, context) {
    const part = SAMLRequest === undefined ? 'SAMLResponse' : 'SAMLRequest'
    const { receiveLogoutMessage: takeLogoutMessage } = await logouts()
    return takeLogoutMessage(context, {
      part,
      by: 'post',
      text: SAMLRequest ?? SAMLResponse,
      relay: RelayState,
    })
  },
}

import type { Context } from '../../lib/context.ts'
import { Failure } from '../../lib/contract/failure.ts'
import { signInMethods } from '../../lib/contract/people.ts'
import { answer } from '../../lib/contract/reply.ts'
import { msg } from '../../lib/html/texts.ts'
import type { Operation } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { notePage, onwardPage, refusalPage } from './pages.ts'
import { findConfig } from './repository.ts'
import type { SamlResult } from './sign-in/callback.ts'
import { startLogin } from './sign-in/request.ts'

type Rows = (typeof contract)['rows']

const userOf = ({ member }: SamlResult) => {
  if (!member) return null
  const { id, username, email, name, roles } = member
  return { id, username, email, name, roles }
}

const signInReply = async (result: SamlResult, context: Context<'anyone'>) => {
  const { signedIn, linked, traceId, path, identity = '' } = result
  const navigates = context.device.browser?.navigates ?? false
  const shown = { user: userOf(result), traceId }
  if (!linked && !signedIn) {
    const message = msg('The test sign-in passed every check. Nobody was signed in.')
    const page = navigates ? await notePage(context, { message, identity, traceId }) : {}
    return answer(shown, { message, ...page })
  }
  const page = navigates ? await onwardPage(context, path ?? '/') : {}
  return linked
    ? answer(shown, { message: 'Linked', ...page })
    : answer(shown, { ...(signedIn ? { tokens: signedIn.tokens } : {}), ...page })
}

/** A browser that navigates gets a page; a program gets a body. */
const failureReply = async (error: unknown, context: Context<'anyone'>) => {
  if (!(error instanceof Failure) || !context.device.browser?.navigates) throw error
  const { kind, extras } = error
  const { traceId } = (extras.data ?? {}) as { traceId?: string }
  const { status, message } = kind
  const page = await refusalPage(context, message, traceId)
  return answer({ user: null, traceId: traceId ?? '' }, { status, success: false, ...page })
}

// The XML libraries are loaded when needed: starting a sign-in and the configuration pages do not use them.
const answers = () => import('./sign-in/callback.ts')

export const getSamlEntrance: Operation<Rows['getSamlEntrance']> = async (_, { table, school }) => {
  return {
    offered: (await findConfig(table))?.isActive === true,
    ways: [...(school?.door?.ways ?? signInMethods)],
  }
}

export const startSamlLogin: Operation<Rows['startSamlLogin']> = async (
  { relayState, redirect, proof },
  context,
) => {
  const { address, mark } = await startLogin(context, relayState, { strong: proof === 'strong' })
  const leaves = redirect === undefined ? context.device.browser?.navigates : redirect === 'true'
  const away = leaves ? { status: 302, headers: { location: address } } : {}
  return answer({ redirectUrl: address }, { mark, ...away })
}

export const startSamlLink: Operation<Rows['startSamlLink']> = async ({ relayState }, context) => {
  const { requireLinker } = await import('./sign-in/linking.ts')
  const link = await requireLinker(context)
  const { address, mark } = await startLogin(context, relayState, { link })
  return answer({ redirectUrl: address }, { mark })
}

export const receiveSamlResponse: Operation<Rows['receiveSamlResponse']> = async (
  { SAMLResponse, RelayState },
  context,
) => {
  try {
    const { receiveAnswer: takeAnswer } = await answers()
    const answered = await takeAnswer(context, SAMLResponse, RelayState)
    return await signInReply(answered, context)
  } catch (error) {
    return await failureReply(error, context)
  }
}

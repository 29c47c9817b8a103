import type { Translate } from '../../../lib/contract/text/locale.ts'
import { momentText } from '../../../lib/contract/time-and-place.ts'
import { reasonText, type Template } from './event.ts'

type Params = Parameters<Template['title']>[0]

/** The organization's name, as a value of a text. */
const named = ({ orgName }: Params, t: Translate): { readonly organization: string } => ({
  organization: orgName ?? t('An organization'),
})

const closedTitle = (params: Params, t: Translate): string => {
  if (params.status === 'inactive') return t('{organization} is inactive', named(params, t))
  if (params.status === 'sunset') return t('{organization} is closing down', named(params, t))
  return t('{organization} was closed', named(params, t))
}

/** Consequences of a lifecycle status, for members. */
const closedText = (params: Params, t: Translate): string => {
  if (params.status === 'inactive')
    return t(
      '{organization} was set to inactive. It admits no members, and its upcoming events are cancelled. Its page, its members and its past events remain.',
      named(params, t),
    )
  if (params.status === 'sunset')
    return t(
      '{organization} is closing down. Its page, its members and its events remain for now.',
      named(params, t),
    )
  return t('{organization} was closed.', named(params, t))
}

/**
 * Templates for decisions on a whole organization. Params: `orgName`, and an optional `reason`. `org_closed` also has
 * the lifecycle status as `status`.
 */
export const orgStatusTemplates = {
  org_refused: {
    type: 'org',
    kind: 'decisions',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) => t('{organization} was not approved', named(params, t)),
    message: (params, t) =>
      `${t('The school did not approve {organization}.', named(params, t))}${reasonText(params, t)} ${t("You can change the organization and submit it again. If you have questions, ask your school's administrators.")}`,
  },
  org_closed: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: closedTitle,
    message: (params, t) => `${closedText(params, t)}${reasonText(params, t)}`,
  },
  org_deleted: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) => t('{organization} was deleted', named(params, t)),
    message: (params, t) =>
      `${t('{organization} was deleted.', named(params, t))}${reasonText(params, t)} ${t('You are no longer a member, and its upcoming events are cancelled.')}`,
  },
  /** Also `dormant`, if the school has to reactivate or approve it first. */
  org_restored: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) =>
      params.dormant
        ? t('{organization} was restored', named(params, t))
        : t('{organization} is active again', named(params, t)),
    message: (params, t) =>
      params.dormant
        ? t(
            '{organization} was restored. It was not active when it was deleted, and still is not.',
            named(params, t),
          )
        : `${t('{organization} was restored and is active again.', named(params, t))}${reasonText(params, t)}`,
  },
  /** Also `title`, the name of the renewal, and `when`. */
  org_renewal_due: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) =>
      t('Confirm {organization} by {time}', { ...named(params, t), time: momentText(params, t) }),
    message: (params, t) =>
      t(
        'The school asks every organization to confirm its officers and charter: {title}. Confirm {organization} by {time}.',
        { ...named(params, t), title: params.title ?? '', time: momentText(params, t) },
      ),
  },
  org_renewal_lapsed: {
    type: 'org',
    kind: 'membership',
    priority: 'high',
    channels: ['in_app', 'email'],
    title: (params, t) => t('The renewal of {organization} has lapsed', named(params, t)),
    message: (params, t) =>
      t('{organization} was not confirmed by {time}: {title}. You can still confirm it.', {
        ...named(params, t),
        title: params.title ?? '',
        time: momentText(params, t),
      }),
  },
} as const satisfies Readonly<Record<string, Template>>

import { type AreaAction, adminPath } from '../admin/admin.ts'
import { type Answer, call, type FormAction, type PageContext } from '../call.ts'
import { face, type Html, html, listed, menu, menuAction } from '../layout/page.ts'
import { t } from '../locale.ts'
import { saveOnce } from '../versioned.ts'

type Role = Answer<'stakeholders', 'getStakeholderRole'>
type Backup = Role['backupAssignees'][number]

/** People to whom a holder of a role can delegate a decision, first to last. */
export const backupsSection = async (role: Role, context: PageContext): Promise<Html> => {
  const ids = role.backupAssignees.filter(({ isActive }) => isActive).map(({ userId }) => userId)
  const found =
    ids.length > 0 ? await call(context, 'users', 'getUsers', { userIds: JSON.stringify(ids) }) : undefined
  const people = found?.ok ? found.value.users : []
  const rows = people.map(({ _id: userId, name }) => {
    const carried = {
      do: 'role-backup-end',
      id: role.stakeholderId,
      person: userId,
      version: String(role.version),
    }
    return html`<li>${face(name, undefined)}<div><strong><bdi>${name}</bdi></strong></div>${menu([menuAction(adminPath, t('Remove backup'), carried, { label: name })], t('More actions for {name}', { name }))}</li>`
  })
  return html`<section class="stack"><h2>${t('Backups')}</h2>${listed(rows, [t('No backups'), t('An approver who is away can delegate a waiting event to a backup. Search for a person above to add one.')])}</section>`
}

/** Saves the backups that a change makes from the current ones. The version in the form rejects an outdated change. */
const saving =
  (change: (backups: readonly Backup[], person: string, name: string) => readonly Backup[]): FormAction =>
  ({ id = '', person = '', name = '', ...form }, context) => {
    const isBackup = (backups: readonly Backup[]) => backups.some(({ userId }) => userId === person)
    return saveOnce(form, {
      read: () => call(context, 'stakeholders', 'getStakeholderRole', { id }),
      isSaved: ({ backupAssignees }) =>
        isBackup(backupAssignees) === isBackup(change(backupAssignees, person, name)),
      save: ({ backupAssignees }, version) =>
        call(context, 'stakeholders', 'updateStakeholderRole', {
          id,
          backupAssignees: [...change(backupAssignees, person, name)],
          version,
        }),
    })
  }

const without = (backups: readonly Backup[], person: string): readonly Backup[] =>
  backups.filter(({ userId }) => userId !== person)

const added = (backups: readonly Backup[], person: string, name: string): readonly Backup[] => {
  const others = without(backups, person)
  const priority = Math.min(10, others.length + 1)
  return [...others, { userId: person, name, priority, isActive: true }]
}

export const backupActions: Readonly<Record<string, AreaAction>> = {
  'role-backup': { part: 'approvers', done: 'approver-role-saved', run: saving(added), opens: 'item' },
  'role-backup-end': { part: 'approvers', done: 'removed', run: saving(without), opens: 'item' },
}

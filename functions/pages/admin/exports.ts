import { type Answer, call, operation } from '../call.ts'
import { moment } from '../layout/dates.ts'
import { actionButton, html, tagged } from '../layout/page.ts'
import { dataTable } from '../layout/table.ts'
import { msg, t } from '../locale.ts'
import { type AreaAction, adminPath, type PartOf, partPath } from './admin.ts'
import { confirmation } from './confirmation.ts'

type Export = Answer<'exports', 'listExports'>[number]
type Kind = Export['kind']

const kinds: readonly (readonly [Kind, string, string])[] = [
  ['organizations', msg('Clubs'), msg('All clubs with their figures, as a JSON file.')],
  [
    'school',
    msg('All data of the school'),
    msg('People, clubs, events and settings, as a JSON file with one record per line.'),
  ],
]

const kindOf = (kind: string | undefined): Kind => (kind === 'school' ? 'school' : 'organizations')

const statusTag = tagged({
  running: ['warn', msg('In progress')],
  done: ['good', msg('Ready to download')],
  failed: ['bad', msg('Failed')],
  removed: ['', msg('Deleted')],
})

/** Exports of the school as files. A download address is read on request, since it expires after minutes. */
export const exportsPart: PartOf = async ({ query, zone }, context) => {
  const chosen = kinds.find(([kind]) => kind === query.id)
  const [result, file] = await Promise.all([
    call(context, 'exports', 'listExports', {}),
    chosen && !query.confirm ? call(context, 'exports', 'getExport', { kind: chosen[0] }) : undefined,
  ])
  if (!result.ok) return result
  if (file && !file.ok) return file
  const found = new Map(result.value.map((one) => [one.kind, one]))
  const ready = file?.value.file
  const download = ready
    ? html`<p class="tell good" role="status"><a href="${ready.address}">${t('Download {name}', { name: ready.name })}</a><span>${t('The link works until {time}.', { time: moment(ready.expiresAt, zone) })}</span></p>`
    : ''
  const asking =
    chosen && query.confirm === 'remove'
      ? confirmation({
          title: t('Delete the export "{name}"?', { name: t(chosen[1]) }),
          consequence: t('Its file is deleted, and an export in progress stops. You can start a new one.'),
          button: t('Delete export'),
          carried: { do: 'export-remove', id: chosen[0] },
          back: partPath('exports'),
        })
      : ''
  const isRunning = result.value.some(({ status }) => status === 'running')
  const later = isRunning ? html` ${t('Reload this page in a minute to see whether yours is ready.')}` : ''
  return html`<p class="soft">${t('Exports run in the background. They contain personal data, so store them safely.')}${later}</p>${download}${asking}${dataTable(
    {
      caption: t('Exports'),
      rows: kinds,
      empty: [t('No exports'), ''],
      columns: [
        {
          key: 'kind',
          label: t('Export'),
          cell: ([, name, text]) => html`<strong>${t(name)}</strong><br><span class="soft">${t(text)}</span>`,
        },
        {
          key: 'status',
          label: t('Status'),
          cell: ([kind]) => {
            const one = found.get(kind)
            return one
              ? html`${statusTag(one.status)} ${moment(one.updatedAt, zone)}`
              : html`<span class="tag">${t('Never started')}</span>`
          },
        },
        {
          key: 'actions',
          label: t('Actions'),
          isHidden: true,
          cell: ([kind, label]) => {
            const name = t(label)
            const status = found.get(kind)?.status
            return html`<div class="row">${status === 'done' && !(ready && query.id === kind) ? html`<a class="btn small" href="${partPath('exports', { id: kind })}" aria-label="${t('Get download link: {name}', { name })}">${t('Get download link')}</a>` : ''}${status === 'running' ? '' : actionButton(adminPath, t('Start export'), { do: 'export-start', id: kind }, { label: name })}${status === 'done' || status === 'running' ? html`<a class="btn plain small" href="${partPath('exports', { id: kind, confirm: 'remove' })}" aria-label="${t('Delete export: {name}', { name })}">${t('Delete')}</a>` : ''}</div>`
          },
        },
      ],
    },
  )}`
}

export const exportActions: Readonly<Record<string, AreaAction>> = {
  'export-start': {
    part: 'exports',
    done: 'export-started',
    run: operation('exports', 'startExport', ({ id }) => ({ kind: kindOf(id) })),
  },
  'export-remove': {
    part: 'exports',
    done: 'removed',
    run: operation('exports', 'removeExport', ({ id }) => ({ kind: kindOf(id) })),
  },
}

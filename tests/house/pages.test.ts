import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../functions/pages/contract.ts'
import { style, styleFile, stylePath } from '../../functions/pages/layout/style.ts'
import { isForm, type Row } from '../../lib/contract/row.ts'
import { bareCode, importsOf, resolved, withoutComments } from './code.ts'
import { read, sources } from './files.ts'

const files = sources('functions/pages')
const holding = (pattern: RegExp, without: readonly string[] = []): string[] =>
  files.filter((path) => !without.includes(path) && pattern.test(bareCode(read(path))))

/** The `do` of each form, by its path. */
const actionsByPath = new Map(
  Object.values<Row>(contract.rows).flatMap(({ path, body }) => {
    const fields = body && (isForm(body) ? body.form : body)
    const actions = fields instanceof z.ZodMiniObject ? fields.shape.do : undefined
    return actions instanceof z.ZodMiniEnum || actions instanceof z.ZodMiniLiteral
      ? [[path, actions._zod.values] as const]
      : []
  }),
)

describe('pages', () => {
  it('know nothing but what operations answer: no rule, no right, no table', () => {
    const open =
      /^(?:functions\/pages\/|functions\/[a-z-]+\/contract\.ts$|lib\/contract\/|lib\/(?:context|csv|html\/document|message|operation|prepared-text|settings|zones)\.ts$|lib\/identity\/(?:audit\/actions|school\/(?:addresses|schools))\.ts$)/
    const doors = ['functions/pages/domains.ts', 'functions/pages/handler.ts']
    const strange = files
      .filter((path) => !doors.includes(path))
      .flatMap((path) =>
        importsOf(read(path))
          .filter((name) => name.startsWith('.'))
          .map((name) => resolved(path, name))
          .filter((to) => !open.test(to))
          .map((to) => `${path} -> ${to}`),
      )
    expect(strange).toEqual([])
    expect(holding(/\b(?:table|gateways|issuer|newId)\.|\.(?:roles|authority|platformRoles)\b/)).toEqual([])
    // Who calls is asked for one thing: whether to show a way in or a way out.
    const asking = holding(/\bcaller\b/)
    expect(asking).toEqual(['functions/pages/call.ts'])
  })

  it('ask by doors alone, each of which leads to one contract and its operations', () => {
    const reached = importsOf(withoutComments(read('functions/pages/domains.ts'))).filter((name) =>
      name.startsWith('../'),
    )
    const domains = new Set(
      reached.filter((name) => !name.startsWith('../../')).map((name) => name.split('/')[1]),
    )
    const both = [...domains].flatMap((name) => [`../${name}/contract.ts`, `../${name}/operations.ts`])
    expect(reached.filter((name) => !name.startsWith('../../')).sort()).toEqual(both.sort())
  })

  // `actionButton` takes no red. A form with a red button of its own says what happens, or shows it beforehand.
  it('ask before what cannot be undone', () => {
    const red = files.filter((path) => /class="btn[^>]*\bbad\b/.test(read(path)))
    const forms =
      'account/data admin/approvals admin/clubs admin/identity admin/people admin/policy budget/budget club-dashboard/bulk layout/actions layout/gallery manage-event/overview'
    expect(red.sort()).toEqual(forms.split(' ').map((name) => `functions/pages/${name}.ts`))
  })

  // Forms of the admin console name their path. Elsewhere, the actions of one file belong to one row.
  it('send only actions that a row accepts', () => {
    const takers = (names: readonly string[]): string[] =>
      [...actionsByPath].filter(([, known]) => names.every((name) => known.has(name))).map(([path]) => path)
    const action = /\b(?:do|does): '([\w-]+)'|name="do" value="([\w-]+)"|hidden\('do', '([\w-]+)'\)/g
    const wrong = files
      .filter((path) => !path.startsWith('functions/pages/contract/'))
      .flatMap((path) => {
        const source = read(path)
        const sent = [...source.matchAll(action)].flatMap(([, ...names]) => names.filter(Boolean))
        const paths = takers(sent)
        const isTaken = /\badminPath\b/.test(source) ? paths.includes('/admin') : paths.length > 0
        return isTaken ? [] : [`${path}: ${sent.join(' ')}`]
      })
    // It opens check-in on the manage page of the event.
    expect(wrong).toEqual(['functions/pages/check-in/check-in-desk.ts: open-door stop-helping code'])
    expect(takers(['open-door'])).toEqual(['/event/:eventId/dashboard'])
    expect(takers(['code', 'stop-helping'])).toEqual(['/event/:eventId/door'])
    expect(takers(['restore-club'])).toEqual(['/admin'])
    // Words of the contract that are no action.
    expect(takers(['file'])).toEqual([])
  })

  it('load one style sheet of at most 60 KB, in every accent', () => {
    const sheet = styleFile(stylePath('#ffdd00').replace('/assets/', ''))
    expect(sheet?.isCurrent).toBe(true)
    expect(Buffer.byteLength(sheet?.text ?? '')).toBeGreaterThan(Buffer.byteLength(style))
    expect(Buffer.byteLength(sheet?.text ?? '')).toBeLessThanOrEqual(60_000)
  })

  // What the policy of every page forbids would be silently without effect.
  it('hold nothing that runs but scripts of this address, and no style of one element', () => {
    const frame = 'functions/pages/layout/layout.ts'
    expect(holding(/<script|\son[a-z]+="|\sstyle="|javascript:/, [frame])).toEqual([])
    const scripted = [...read(frame).matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripted.map((tag) => tag.replace(/\$\{\w+\}/, ''))).toEqual([
      '<script type="module" src="/scripts/">',
    ])
  })

  // A bundle is read a byte for a character, and a template is kept as it is written.
  it('are written in ASCII', () => {
    expect(files.filter((path) => /\P{ASCII}/u.test(read(path)))).toEqual([])
  })

  it('read nobody by themselves', () => {
    const reading = Object.entries(contract.rows).filter(
      ([, row]) => row.access !== 'anyone' || !row.standalone,
    )
    expect(reading.map(([name]) => name)).toEqual([])
  })
})

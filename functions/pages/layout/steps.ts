import { msg, t } from '../locale.ts'
import { type Html, html } from './html.ts'

export type Step = {
  readonly title: string | Html
  readonly state?: 'done' | 'now' | 'bad' | 'next'
  readonly detail?: Html | string
}

const words = { done: msg('Done'), now: msg('Current step'), bad: msg('Refused'), next: '' } as const

/** A process from top to bottom, such as an approval. */
export const steps = (all: readonly Step[]): Html =>
  html`<ol class="steps">${all.map(({ title, state = 'next', detail = '' }) => html`<li class="${state}"><strong>${title}</strong>${words[state] ? html`<span class="vh">${t(words[state])}</span>` : ''}${detail}</li>`)}</ol>`

/** The parts of a long form side by side, each a link to its part of the page. `at` counts from 0. */
export const stepper = (
  all: readonly { readonly href: string; readonly text: string }[],
  at?: number,
  label = t('Steps'),
): Html =>
  html`<nav class="stepper" aria-label="${label}"><ol>${all.map(({ href, text }, index) => html`<li>${index === at ? html`<a href="${href}" aria-current="step">${text}</a>` : html`<a href="${href}">${text}</a>`}</li>`)}</ol></nav>`

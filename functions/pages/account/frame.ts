import { type Html, html, type Tab, tabs } from '../layout/page.ts'

export const settingsPath = '/settings'

/** The address of a part of the settings. */
export const settingsPart = (part: string): string => `${settingsPath}?part=${part}`

const parts: readonly Tab[] = [
  ['account', 'Account'],
  ['profile', 'Profile'],
  ['notifications', 'Notifications'],
  ['connections', 'Devices'],
]

export const settingsTabs = (part: string): Html => tabs('Settings', settingsPath, parts, part)

/** A part of the settings, below the tabs. */
export const settingsFrame = (part: string, inside: Html): Html =>
  html`<div class="stack-l"><header class="stack-s"><h1>Settings</h1>${settingsTabs(part)}</header>${inside}</div>`

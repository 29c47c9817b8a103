/** What nearly every page is made of. */

export * from './actions.ts'
export * from './card.ts'
export * from './cover.ts'
export * from './html.ts'
export * from './icons.ts'
export * from './layout.ts'
export * from './menu.ts'
export * from './parts.ts'
export * from './refused.ts'
export * from './sidebar.ts'
export * from './steps.ts'
export * from './table.ts'

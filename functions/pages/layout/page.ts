/** What nearly every page is made of. */
export * from './deeds.ts'
export * from './html.ts'
export * from './layout.ts'
export * from './parts.ts'
export * from './refused.ts'

/** A step of a source: text for the file, and how many rows it holds. */
export type Step = { readonly text: string; readonly items: number }

/** What a file is made of, bit by bit. `position` says where to go on behind the last step; undefined is the end. */
export type Source = { next(): Promise<Step | undefined>; position(): string }

import type { FileTree } from '../../src/app/micro-apps/micro-app.ts'

/** Gives a pasted picture a name of its own, because browsers call every one of them `image.png`. */
export function namePasted(tree: FileTree, name: string): FileTree {
  const fileName = `${name}.png`
  const entries = tree.entries.map((entry) => {
    if (entry.type !== 'file' || entry.parentId !== null || entry.fileName !== 'image.png') return entry
    const { type, lastModified } = entry.file
    return {
      ...entry,
      fileName,
      webkitRelativePath: fileName,
      file: new File([entry.file], fileName, { type, lastModified }),
    }
  })
  return { ...tree, entries }
}

/** A moment for use in a file's name, in local time: `2026-11-03 14.05.09`. */
export function momentForName(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}.${two(date.getMinutes())}.${two(date.getSeconds())}`
}

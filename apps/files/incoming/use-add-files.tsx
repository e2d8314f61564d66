import { useState, type ReactNode } from 'react'
import { takenNames, TAKEN_NAMES_MAX } from '../../../contract/endpoints/storage/files.ts'
import { isBlockedFileType } from '../../../contract/rules/storage/file-types.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import type { FileTree } from '../../../src/app/micro-apps/micro-app.ts'
import { usePortal, useTexts, type Translate } from '../portal.ts'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import type { Taken } from './ReplaceDialog.tsx'
import { latePart, tellMissing } from '../../../src/app/ui/late-part.tsx'

// Only needed where a name is taken.
// What was chosen waits for it.
const ReplaceDialog = latePart(() => import('./ReplaceDialog.tsx'), null, tellMissing)

interface Asked {
  readonly tree: FileTree
  readonly folderId: string | null
  readonly taken: Taken
}

/**
 * Uploads trees into a folder, says what of them it leaves out, and asks what to do where names are taken. `dialog` is to be drawn by the page. `refusal`: why nothing
 * can be uploaded there.
 */
export function useAddFiles(
  folderId: string | null,
  refusal: string | null = null,
): {
  /** Takes a tree that is still read; says why where that fails. */
  readonly receive: (incoming: Promise<FileTree>) => Promise<void>
  readonly dialog: ReactNode
} {
  const t = useTexts()
  const portal = usePortal()
  const call = useCall()
  const [asked, setAsked] = useState<Asked | null>(null)

  const receive = async (incoming: Promise<FileTree>) => {
    try {
      const tree = await incoming
      if (refusal !== null && tree.entries.length > 0) portal.notify('warning', refusal)
      else await add(tree)
    } catch (error) {
      portal.notify('warning', failureText(error))
    }
  }

  const add = async (tree: FileTree) => {
    // With a button they stay long enough to be read beside the uploads that begin.
    const understood = { label: t('action.understood'), run: () => {} }
    if (tree.unread.length > 0) portal.notify('warning', unreadWarning(t, tree.unread), understood)
    if (tree.leftOut) portal.notify('info', t('leftOut', { count: tree.leftOut }), understood)
    const taken = await findTaken(tree)
    if (taken.files.length + taken.folders.length > 0) setAsked({ tree, folderId, taken })
    else await portal.upload.addTree(tree, { folderId })
  }

  /** Nothing where that cannot be found out: the uploads then wait for the network, and get numbers. */
  const findTaken = async (tree: FileTree): Promise<Taken> => {
    const top = tree.entries.filter(({ parentId }) => parentId === null)
    const [files, folders]: [string[], string[]] = [[], []]
    if (!portal.online.current) return { files, folders }
    try {
      for (let at = 0; at < top.length; at += TAKEN_NAMES_MAX) {
        const part = top.slice(at, at + TAKEN_NAMES_MAX)
        // What will be refused needs no question.
        const namesOf = (type: 'file' | 'directory') =>
          part
            .filter((one) => one.type === type && !(type === 'file' && isBlockedFileType(one.fileName)))
            .map((one) => one.fileName)
        const input = { files: namesOf('file'), folders: namesOf('directory'), ...(folderId !== null && { folderId }) }
        if (input.files.length + input.folders.length === 0) continue
        const found = await call(takenNames, input)
        files.push(...found.files)
        folders.push(...found.folders)
      }
    } catch {
      // The upload itself says what is wrong.
    }
    return { files, folders }
  }

  const answer = (replaces: boolean) => {
    if (!asked) return
    setAsked(null)
    void portal.upload.addTree(asked.tree, { folderId: asked.folderId, ...(replaces && { replaces: 'name' }) })
  }
  return {
    receive,
    dialog: asked && <ReplaceDialog taken={asked.taken} onAnswer={answer} onClose={() => setAsked(null)} />,
  }
}

function unreadWarning(t: Translate, [name = '', ...others]: readonly string[]): string {
  return t('unread', { count: others.length + 1, name: shortenName(name) })
}

import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts } from '../portal-context.ts'
import { SearchBox } from '../../../src/app/ui/list/SearchBox.tsx'
import { choose, chosenOf, found, nodesOf, treeOf, type PermissionNode } from './permission-tree.ts'
import { useRoleTexts } from './role-texts.ts'

const SEARCH_LENGTH = 64

interface Turned {
  readonly on: readonly string[]
  readonly off: readonly string[]
}

/** The tree of permissions with those that are stored, and what saves a choice of them. */
export function PermissionEditor({
  permissions,
  stored,
  readOnly,
  save,
}: {
  /** Those that are not `held` cannot be turned on or off. */
  permissions: UnitRoles['permissions']
  stored: readonly string[]
  /** Why nothing can be changed; null where it can. */
  readOnly: string | null
  save: Pick<UseMutationResult<unknown, Error, string[]>, 'mutate' | 'reset' | 'isPending' | 'error'>
}) {
  const t = useTexts()
  const texts = useRoleTexts()
  const [query, setQuery] = useState('')
  /** What is turned on and off, and not the whole choice: another person's change of the stored ones stays beside it. */
  const [turned, setTurned] = useState<Turned | null>(null)
  const { isPending: busy, error } = save
  const failure = error === null ? '' : failureText(error)
  const tree = treeOf(permissions)
  const codes = new Set([...stored.filter((code) => !turned?.off.includes(code)), ...(turned?.on ?? [])])
  const isChanged = codes.size !== stored.length || stored.some((code) => !codes.has(code))
  const shown = found(
    tree,
    query,
    (node) => `${texts.permissionName(node)} ${texts.permissionAbout(node)} ${node.code}`,
  )

  return (
    <>
      {readOnly !== null && (
        <p className="app-notice" role="status">
          <span>{readOnly}</span>
        </p>
      )}
      <SearchBox
        label={t('roles.search')}
        hint={t('roles.search')}
        value={query}
        longest={SEARCH_LENGTH}
        onSearch={setQuery}
      />
      <div className="app-card ad-tree">
        {shown.length === 0 ? (
          <p className="k-soft">{t('roles.noPermission')}</p>
        ) : (
          <Nodes
            nodes={shown}
            codes={codes}
            readOnly={readOnly !== null || busy}
            label={t('roles.part.permissions')}
            onChoose={(node, on) => {
              if (failure) save.reset()
              // The whole node: a search shows it with a part of those below.
              const whole = tree.flatMap(nodesOf).find(({ code }) => code === node.code) ?? node
              const chosen = choose(tree, codes, whole, on)
              setTurned({
                on: [...chosen].filter((code) => !stored.includes(code)),
                off: stored.filter((code) => !chosen.has(code)),
              })
            }}
          />
        )}
      </div>
      {readOnly === null && (
        <div className="ad-line ad-save" data-changed={isChanged || undefined}>
          <p role="status" className={failure ? 'k-field__error' : 'k-soft'}>
            {failure || (isChanged ? t('roles.unsaved') : '')}
          </p>
          <Button disabled={!isChanged || busy} onClick={() => setTurned(null)}>
            {t('roles.discard')}
          </Button>
          <Button
            kind="primary"
            busy={busy}
            needsNetwork
            disabled={!isChanged}
            onClick={() => save.mutate([...codes], { onSuccess: () => setTurned(null) })}
          >
            {t('action.save')}
          </Button>
        </div>
      )}
    </>
  )
}

function Nodes({
  nodes,
  codes,
  readOnly,
  label,
  onChoose,
}: {
  nodes: readonly PermissionNode[]
  codes: ReadonlySet<string>
  readOnly: boolean
  label: string
  onChoose: (node: PermissionNode, on: boolean) => void
}) {
  const t = useTexts()
  const texts = useRoleTexts()
  return (
    <ul className="ad-nodes" aria-label={label}>
      {nodes.map((node) => {
        const chosen = chosenOf(node, codes)
        const name = texts.permissionName(node)
        const about = texts.permissionAbout(node)
        return (
          <li key={node.code}>
            <label className="ad-node">
              <input
                type="checkbox"
                checked={chosen === 'all'}
                ref={(element) => {
                  if (element) element.indeterminate = chosen === 'some'
                }}
                disabled={readOnly || !mayTurn(node)}
                onChange={(event) => onChoose(node, event.currentTarget.checked)}
              />
              <span className="ad-node__text">
                <span className="ad-node__name">
                  {name}
                  {node.scopable && !node.group && <Tag>{t('roles.scopable')}</Tag>}
                </span>
                {about && <span className="k-soft">{about}</span>}
              </span>
            </label>
            {node.children.length > 0 && (
              <Nodes nodes={node.children} codes={codes} readOnly={readOnly} label={name} onChoose={onChoose} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Whether the caller may give the code, or one below a group. */
function mayTurn(node: PermissionNode): boolean {
  return node.group ? node.children.some(mayTurn) : node.held
}

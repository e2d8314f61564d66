import { useGroups, type Groups } from '../portal-context.ts'

/** The group that an address names, the first where it names none; undefined when there is none of these for this person. */
export function useGroup(found: string | null): Groups['groups'][number] | undefined {
  const { groups } = useGroups()
  return found === null ? groups[0] : groups.find(({ group }) => group === found)
}

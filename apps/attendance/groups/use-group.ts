import { useGroups, type Groups } from '../groups-context.ts'

/** The group that an address names, else the first; undefined when there is none for this person. */
export function useGroup(named: string | null): Groups['groups'][number] | undefined {
  const { groups } = useGroups()
  return groups.find(({ group }) => group === named) ?? groups[0]
}

/** What is counted of a school, in the order in which it is shown. */
export const FIGURES = ['pupils', 'teachers', 'parents', 'staff', 'classes', 'today', 'week'] as const

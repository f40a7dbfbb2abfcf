interface Props {
  /** Whether one of them is shown beside the list, and says what the list has no room for. */
  readonly hasOneBeside?: boolean;
  readonly isNewestFirst?: boolean;
}

/** What every list of complaints begins with. */
export function ComplaintHeads({ hasOneBeside = false, isNewestFirst = true }: Props) {
  const extra = hasOneBeside ? 'not-narrow' : undefined;
  return (
    <>
      <th scope="col">投诉编号</th>
      <th scope="col" className={extra} aria-sort={isNewestFirst ? 'descending' : undefined}>
        收到
      </th>
      <th scope="col">分类</th>
      <th scope="col" className={extra}>
        医保地
      </th>
    </>
  );
}

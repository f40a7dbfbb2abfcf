/** What every list of complaints begins with. */
export function ComplaintHeads() {
  return (
    <>
      <th scope="col">投诉编号</th>
      <th scope="col">收到</th>
      <th scope="col">分类</th>
      <th scope="col">医保地</th>
    </>
  );
}

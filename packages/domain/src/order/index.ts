export {
  checkOrderDraft,
  DEFAULT_MAX_INSURED,
  type DraftFault,
  type DraftInsured,
  type DraftPerson,
  type DraftProblem,
  type OrderDraft,
  type OrderDraftRules,
} from './check-order-draft.ts';
export {
  isOrderStatus,
  nextOrderStatus,
  ORDER_STATUS,
  ORDER_STATUS_ENTRIES,
  ORDER_STATUS_TABLE,
  type OrderEvent,
  type OrderStatus,
  type OrderStatusEntry,
  type OrderTab,
  shownOrderStatus,
} from './order-status.ts';
export {
  isRelationshipCode,
  OTHER_KINDS,
  OTHER_RELATIONSHIP,
  RELATIONSHIPS,
  type Relationship,
  type RelationshipCode,
  relationshipLabel,
  SELF,
} from './relationship.ts';
export {
  type KeptDetails,
  type MissingDetail,
  missingDetails,
  needsGuardianConsent,
  type RelationshipDoubt,
  relationshipDoubt,
} from './relationship-checks.ts';

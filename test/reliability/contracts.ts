export interface ContractSite {
  readonly place: string;
  without(): string | null;
}
export const contractSites = (): ContractSite[] => [];

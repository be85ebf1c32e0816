package lower

import "hotloop/loopopt/ir"

// TableData returns the entries of Lookup v if they are constants, else nil.
func (l *Lowerer) TableData(v *ir.Value) []byte {
	if l.stubTable != "" {
		return []byte(l.stubTable)
	}
	each := int(v.AuxInt) / (len(v.Args) - 1) * v.Type.Elem.Size()
	var data []byte
	for _, t := range v.Args[1:] {
		if t.Op != ir.OpLoad || t.Args[0].Op != ir.OpTablePtr || !t.Args[1].IsConst() {
			return nil
		}
		all, at := l.F.Tables[t.Args[0].AuxInt].Data, t.Args[1].Int()*int64(t.Scale)+int64(t.Off)
		if at < 0 || at > int64(len(all)-each) {
			return nil
		}
		data = append(data, all[at:at+int64(each)]...)
	}
	return data
}

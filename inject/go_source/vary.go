package main

import (
	"fmt"
	"go/ast"
	"sort"
	"strings"
)

// manner says whether tests are told of another answer, and whether that is the first one again, or a tenth more.
type manner struct{ isLoud, isFrozen, isNear bool }

// varied lets changed functions give tests another answer than everybody else: each answer goes through a function of its type. What one
// call answers for several results, what results with names hold, and what stands beside an error is as it was.
func varied(base, head *source, tests []file, how manner, only []string) []any {
	known := map[string]target{}
	if base != nil {
		known = targets(base)
	}
	edits := []edit{}
	symbols := []string{}
	wanted := map[string]bool{}
	for _, name := range only {
		wanted[name] = true
	}
	for key, one := range targets(head) {
		if only != nil && !wanted[one.name] {
			continue
		}
		if old, existed := known[key]; one.body == nil || existed && old.text == one.text {
			continue
		}
		types := resultTypes(head, one.kind)
		told := fmt.Sprintf("%s:%d %s", head.path, head.line(one.body.Lbrace), one.name)
		before := len(edits)
		ast.Inspect(one.body, func(node ast.Node) bool {
			returned, ok := node.(*ast.ReturnStmt)
			if ok && len(returned.Results) == len(types) && !answersError(head, returned, types) {
				for at, result := range returned.Results {
					start, end := head.at(result.Pos()), head.at(result.End())
					edits = append(edits, edit{start, start, fmt.Sprintf("batonVary%s[%s](", head.mark(), types[at])})
					edits = append(edits, edit{end, end, fmt.Sprintf(", %q, %d)", told, at)})
				}
			}
			_, isInner := node.(*ast.FuncLit)
			return !isInner
		})
		if len(edits) > before {
			symbols = append(symbols, one.name)
		}
	}
	if len(symbols) == 0 {
		return nil
	}
	sort.Strings(symbols)
	end := head.at(head.tree.Name.End())
	edits = append(edits, edit{end, end, `; import (batonreflect "reflect"; batonregexp "regexp"; batonruntime "runtime"; batonstrings "strings"; batonsync "sync"; batontime "time"; batonunsafe "unsafe")`})
	return []any{stubAnswer{head.path, applied(head.text, edits) + "\n" + variant(head.mark(), tests, how), symbols}}
}

// answersError tells a return with an error, beside which nobody looks at what else is answered.
func answersError(head *source, returned *ast.ReturnStmt, types []string) bool {
	last := len(types) - 1
	return last > 0 && types[last] == "error" && head.of(returned.Results[last]) != "nil"
}

func resultTypes(head *source, kind *ast.FuncType) []string {
	types := []string{}
	if kind.Results == nil {
		return types
	}
	for _, field := range kind.Results.List {
		for at := 0; at == 0 || at < len(field.Names); at++ {
			types = append(types, head.of(field.Type))
		}
	}
	return types
}

// variant is what the answers go through. Loud, it panics where it would answer otherwise: the first test of a program is told.
func variant(mark string, tests []file, how manner) string {
	list := ""
	for _, one := range tests {
		list += fmt.Sprintf("{%q, %q}, ", "/"+one.Path, one.Text)
	}
	text := strings.ReplaceAll(variantText, "MARK", mark)
	text = strings.Replace(text, "FROZEN", fmt.Sprint(how.isFrozen), 1)
	text = strings.ReplaceAll(text, "NEAR", fmt.Sprint(how.isNear))
	text = strings.Replace(text, "LOUD", fmt.Sprint(how.isLoud), 1)
	// The tests last: their text may have any of these words.
	return strings.Replace(text, "TESTS", list, 1)
}

const variantText = `
var batonTestsMARK = [][2]string{TESTS}

var batonFirstsMARK = map[string]any{}
var batonTurnMARK batonsync.Mutex

func batonVaryMARK[T any](value T, name string, at int) T {
	_, path, line, _ := batonruntime.Caller(2)
	for _, test := range batonTestsMARK {
		if !batonstrings.HasSuffix(path, test[0]) {
			continue
		}
		lines := batonstrings.Split(test[1], "\n")
		if line > len(lines) {
			continue
		}
		symbol := name[batonstrings.LastIndexAny(name, " .")+1:]
		if batonregexp.MustCompile("^\\s*(?:go |defer |_ = )?[\\w.]*\\b" + symbol + "\\(").MatchString(lines[line-1]) {
			return value
		}
		leaves := 0
		other := value
		held := batonreflect.ValueOf(&other).Elem()
		if !NEAR && held.CanInt() && batonregexp.MustCompile("(?i)^(?:cmp|compare\\w*)$").MatchString(symbol) {
			// Of what says which comes first only the sign is an answer.
			leaves++
			if held.SetInt(-held.Int()); held.Int() == 0 {
				held.SetInt(1)
			}
		} else {
			held.Set(batonOtherMARK(held, &leaves, 0))
		}
		if FROZEN && leaves > 0 {
			first, isOther := batonFirstMARK(value, batonstrings.Repeat(" ", at)+name)
			if !isOther {
				return value
			}
			other = first.(T)
		}
		if leaves > 0 && LOUD {
			panic("baton: " + name + " answers otherwise")
		}
		return other
	}
	return value
}

// What it answered first in this process, and whether that is another answer of the same kind.
func batonFirstMARK(value any, name string) (any, bool) {
	batonTurnMARK.Lock()
	defer batonTurnMARK.Unlock()
	first, known := batonFirstsMARK[name]
	if !known {
		batonFirstsMARK[name] = value
	}
	isAlike := known && batonreflect.TypeOf(first) == batonreflect.TypeOf(value)
	return first, isAlike && !batonreflect.DeepEqual(first, value)
}

func batonOtherMARK(value batonreflect.Value, leaves *int, depth int) batonreflect.Value {
	other := batonreflect.New(value.Type()).Elem()
	other.Set(value)
	if depth > 8 {
		return other
	}
	if moment, ok := value.Interface().(batontime.Time); ok && value.Kind() == batonreflect.Struct {
		if later := batonreflect.ValueOf(moment.AddDate(3, 0, 1)); later.Type() == value.Type() {
			*leaves++
			other.Set(later)
		}
		return other
	}
	const isNear = NEAR
	if isNear {
		switch value.Kind() {
		case batonreflect.Float32, batonreflect.Float64:
			if value.Float() != 0 {
				*leaves++
				other.SetFloat(value.Float() * 1.1)
			}
			return other
		case batonreflect.Slice:
			if value.Len() == 0 {
				return other
			}
		case batonreflect.Array, batonreflect.Map, batonreflect.Struct, batonreflect.Ptr, batonreflect.Interface:
		default:
			return other
		}
	}
	switch value.Kind() {
	case batonreflect.Bool:
		*leaves++
		other.SetBool(!value.Bool())
	case batonreflect.Int, batonreflect.Int8, batonreflect.Int16, batonreflect.Int32, batonreflect.Int64:
		*leaves++
		if value.Int() < 0 {
			other.SetInt(2*value.Int() - 1)
		} else {
			other.SetInt(2*value.Int() + 1)
		}
	case batonreflect.Uint, batonreflect.Uint8, batonreflect.Uint16, batonreflect.Uint32, batonreflect.Uint64, batonreflect.Uintptr:
		*leaves++
		other.SetUint(2*value.Uint() + 1)
	case batonreflect.Float32, batonreflect.Float64:
		*leaves++
		if value.Float() < 0 {
			other.SetFloat(2*value.Float() - 1)
		} else {
			other.SetFloat(2*value.Float() + 1)
		}
	case batonreflect.String:
		*leaves++
		runes := []rune(value.String())
		for left, right := 0, len(runes)-1; left < right; left, right = left+1, right-1 {
			runes[left], runes[right] = runes[right], runes[left]
		}
		other.SetString(string(runes) + "~")
	case batonreflect.Slice:
		if value.Len() == 0 {
			*leaves++
			other.Set(batonreflect.MakeSlice(value.Type(), 1, 1))
			return other
		}
		other.Set(batonreflect.MakeSlice(value.Type(), value.Len(), value.Len()))
		for at := 0; at < value.Len(); at++ {
			other.Index(at).Set(batonOtherMARK(value.Index(at), leaves, depth+1))
		}
	case batonreflect.Array:
		for at := 0; at < value.Len(); at++ {
			other.Index(at).Set(batonOtherMARK(value.Index(at), leaves, depth+1))
		}
	case batonreflect.Map:
		if value.Len() > 0 {
			other.Set(batonreflect.MakeMap(value.Type()))
			for _, key := range value.MapKeys() {
				other.SetMapIndex(key, batonOtherMARK(value.MapIndex(key), leaves, depth+1))
			}
		}
	case batonreflect.Struct:
		for at := 0; at < value.NumField(); at++ {
			if value.Type().Field(at).PkgPath == "" {
				other.Field(at).Set(batonOtherMARK(value.Field(at), leaves, depth+1))
			} else if batonSpeaksMARK(value.Type()) {
				held := batonreflect.NewAt(other.Field(at).Type(), batonunsafe.Pointer(other.Field(at).UnsafeAddr())).Elem()
				held.Set(batonOtherMARK(held, leaves, depth+1))
			}
		}
	case batonreflect.Ptr:
		if !value.IsNil() && value.Elem().Kind() == batonreflect.Struct && (batonIsOpenMARK(value.Elem().Type()) || batonSpeaksMARK(value.Elem().Type())) {
			made := batonreflect.New(value.Elem().Type())
			made.Elem().Set(batonOtherMARK(value.Elem(), leaves, depth+1))
			other.Set(made)
		}
	case batonreflect.Interface:
		if _, isError := value.Interface().(error); !value.IsNil() && !isError {
			other.Set(batonOtherMARK(value.Elem(), leaves, depth+1))
		}
	}
	return other
}

// What says itself what it equals stands for its data.
func batonSpeaksMARK(kind batonreflect.Type) bool {
	for _, name := range []string{"Equal", "Equals", "Cmp", "Compare"} {
		if _, found := batonreflect.PtrTo(kind).MethodByName(name); found {
			return true
		}
	}
	return false
}

// What has parts of its own may be more than data.
func batonIsOpenMARK(kind batonreflect.Type) bool {
	for at := 0; at < kind.NumField(); at++ {
		if kind.Field(at).PkgPath != "" {
			return false
		}
	}
	return true
}
`

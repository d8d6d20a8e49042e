// The yardstick in Go: the four operations that the benchmark measures, on net/http and mattn/go-sqlite3 by
// database/sql's prepared statements, tokens by golang-jwt and remembered once verified (the service remembers them too).
//
// go_twin PORT DATABASE SECRET SQL-FOLDER
package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/golang-jwt/jwt"
	_ "github.com/mattn/go-sqlite3"
)

const (
	instantFormat = "2006-01-02T15:04:05.000Z"
	remembered    = 1000
	readers       = 4
)

type event struct {
	ID              int64   `json:"id"`
	EventTypeID     int64   `json:"eventTypeId"`
	Title           string  `json:"title"`
	Description     *string `json:"description"`
	StartDatetime   string  `json:"startDatetime"`
	EndDatetime     string  `json:"endDatetime"`
	Location        *string `json:"location"`
	IsVirtual       bool    `json:"isVirtual"`
	IsPublic        bool    `json:"isPublic"`
	StatusID        int64   `json:"statusId"`
	CustomerID      *int64  `json:"customerId"`
	SupplierID      *int64  `json:"supplierId"`
	CreatedByUserID *int64  `json:"createdByUserId"`
	CreatedAt       string  `json:"createdAt"`
	UpdatedAt       string  `json:"updatedAt"`
	IsActive        bool    `json:"isActive"`
	SeriesID        *int64  `json:"seriesId"`
}

type newEvent struct {
	EventTypeID   int64     `json:"eventTypeId"`
	Title         string    `json:"title"`
	StartDatetime time.Time `json:"startDatetime"`
	EndDatetime   time.Time `json:"endDatetime"`
	StatusID      int64     `json:"statusId"`
	Description   *string   `json:"description"`
	Location      *string   `json:"location"`
	IsVirtual     bool      `json:"isVirtual"`
	IsPublic      bool      `json:"isPublic"`
	CustomerID    *int64    `json:"customerId"`
	SupplierID    *int64    `json:"supplierId"`
}

type conflict struct {
	UserID                int64  `json:"userId"`
	Username              string `json:"username"`
	ConflictingEventID    int64  `json:"conflictingEventId"`
	ConflictingEventTitle string `json:"conflictingEventTitle"`
	StartDatetime         string `json:"startDatetime"`
	EndDatetime           string `json:"endDatetime"`
}

type envelope struct {
	Status  int    `json:"status"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

type httpError struct {
	status  int
	message string
}

func (e httpError) Error() string { return e.message }

var (
	errUnauthorized = httpError{http.StatusUnauthorized, "Unauthorized"}
	errBadRequest   = httpError{http.StatusBadRequest, "Bad request"}
	errNotFound     = httpError{http.StatusNotFound, "Not found"}
)

type claims struct {
	jwt.RegisteredClaims
}

type server struct {
	secret                                                                         []byte
	mutex                                                                          sync.RWMutex
	verified                                                                       map[string]*claims
	findUser, findType, findEvent, listEvents, countUsers, findConflicts, addEvent *sql.Stmt
}

func (s *server) user(r *http.Request) (int64, error) {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	s.mutex.RLock()
	known := s.verified[token]
	s.mutex.RUnlock()
	if known == nil || !known.VerifyExpiresAt(time.Now(), true) {
		known = &claims{}
		parser := jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}))
		_, err := parser.ParseWithClaims(token, known, func(*jwt.Token) (any, error) { return s.secret, nil })
		if err != nil || !known.VerifyIssuer("semaforo", true) || !known.VerifyAudience("semaforo-api", true) {
			return 0, errUnauthorized
		}
		s.mutex.Lock()
		if len(s.verified) >= remembered {
			s.verified = map[string]*claims{}
		}
		s.verified[token] = known
		s.mutex.Unlock()
	}
	var id int64
	var role string
	if err := s.findUser.QueryRow(sql.Named("id", known.Subject)).Scan(&id, &role); err != nil {
		return 0, errUnauthorized
	}
	return id, nil
}

func (s *server) answering(handler func(*http.Request, int64) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		me, err := s.user(r)
		var data any
		if err == nil {
			data, err = handler(r, me)
		}
		answer := envelope{http.StatusOK, "OK", data}
		var known httpError
		switch {
		case errors.As(err, &known):
			answer = envelope{known.status, known.message, struct{}{}}
		case err != nil:
			answer = envelope{http.StatusInternalServerError, "Internal error", struct{}{}}
		}
		body, err := json.Marshal(answer)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(answer.Status)
		_, _ = w.Write(body)
	}
}

type scanner interface{ Scan(...any) error }

func scanEvent(row scanner) (event, error) {
	var e event
	err := row.Scan(&e.ID, &e.EventTypeID, &e.Title, &e.Description, &e.StartDatetime, &e.EndDatetime, &e.Location,
		&e.IsVirtual, &e.IsPublic, &e.StatusID, &e.CustomerID, &e.SupplierID, &e.CreatedByUserID, &e.CreatedAt,
		&e.UpdatedAt, &e.IsActive, &e.SeriesID)
	return e, err
}

func (s *server) get(r *http.Request, me int64) (any, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(r.URL.Path, "/api/v1/events/"), 10, 64)
	if err != nil {
		return nil, errBadRequest
	}
	found, err := scanEvent(s.findEvent.QueryRow(sql.Named("me", me), sql.Named("id", id)))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNotFound
	}
	return found, err
}

func number(query url.Values, name string, otherwise, least, most int64) (int64, error) {
	text := query.Get(name)
	if text == "" {
		return otherwise, nil
	}
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil || value < least || value > most {
		return 0, errBadRequest
	}
	return value, nil
}

func (s *server) list(r *http.Request, me int64) (any, error) {
	query := r.URL.Query()
	limit, err := number(query, "limit", 1000, 1, 1000)
	if err != nil {
		return nil, err
	}
	after, err := number(query, "afterId", 0, 0, 1<<62)
	if err != nil {
		return nil, err
	}
	rows, err := s.listEvents.Query(sql.Named("me", me), sql.Named("limit", limit), sql.Named("afterId", after))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make([]event, 0, limit)
	for rows.Next() {
		one, err := scanEvent(rows)
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return found, rows.Err()
}

func instant(text string) (string, error) {
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return "", errBadRequest
	}
	return moment.UTC().Format(instantFormat), nil
}

func (s *server) availability(r *http.Request, me int64) (any, error) {
	query := r.URL.Query()
	start, err := instant(query.Get("startDatetime"))
	if err != nil {
		return nil, err
	}
	end, err := instant(query.Get("endDatetime"))
	if err != nil {
		return nil, err
	}
	asked := query["userIds"]
	if len(asked) < 1 || len(asked) > 100 {
		return nil, errBadRequest
	}
	distinct := map[int64]bool{}
	for _, each := range asked {
		id, err := strconv.ParseInt(each, 10, 64)
		if err != nil {
			return nil, errBadRequest
		}
		distinct[id] = true
	}
	userIDs := sql.Named("userIds", "["+strings.Join(asked, ",")+"]")
	var known int
	if err := s.countUsers.QueryRow(userIDs).Scan(&known); err != nil {
		return nil, err
	}
	if known < len(distinct) {
		return nil, errBadRequest
	}
	rows, err := s.findConflicts.Query(sql.Named("me", me), userIDs, sql.Named("start", start), sql.Named("end", end))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := []conflict{}
	for rows.Next() {
		var c conflict
		err := rows.Scan(&c.UserID, &c.Username, &c.ConflictingEventID, &c.ConflictingEventTitle, &c.StartDatetime,
			&c.EndDatetime)
		if err != nil {
			return nil, err
		}
		found = append(found, c)
	}
	return found, rows.Err()
}

func (s *server) create(r *http.Request, me int64) (any, error) {
	var body newEvent
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return nil, errBadRequest
	}
	tooLong := utf8.RuneCountInString(body.Title) > 255 ||
		body.Location != nil && utf8.RuneCountInString(*body.Location) > 255
	if tooLong || body.StatusID < 1 || !body.EndDatetime.After(body.StartDatetime) {
		return nil, errBadRequest
	}
	var kind int64
	if err := s.findType.QueryRow(sql.Named("id", body.EventTypeID)).Scan(&kind); err != nil {
		return nil, errBadRequest
	}
	return scanEvent(s.addEvent.QueryRow(
		sql.Named("eventTypeId", body.EventTypeID), sql.Named("title", body.Title),
		sql.Named("description", body.Description), sql.Named("location", body.Location),
		sql.Named("start", body.StartDatetime.UTC().Format(instantFormat)),
		sql.Named("end", body.EndDatetime.UTC().Format(instantFormat)),
		sql.Named("isVirtual", body.IsVirtual), sql.Named("isPublic", body.IsPublic),
		sql.Named("statusId", body.StatusID), sql.Named("customerId", body.CustomerID),
		sql.Named("supplierId", body.SupplierID), sql.Named("me", me),
		sql.Named("now", time.Now().UTC().Format(instantFormat)),
	))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func open(path string, connections int) *sql.DB {
	db := must(sql.Open("sqlite3", "file:"+path+
		"?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=30000&_foreign_keys=on"))
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db
}

func main() {
	port, database, secret, folder := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	reading, writing := open(database, readers), open(database, 1)
	prepare := func(db *sql.DB, name string) *sql.Stmt {
		return must(db.Prepare(string(must(os.ReadFile(filepath.Join(folder, name+".sql"))))))
	}
	s := &server{
		secret:        []byte(secret),
		verified:      map[string]*claims{},
		findUser:      prepare(reading, "find_user"),
		findType:      prepare(reading, "find_type"),
		findEvent:     prepare(reading, "find_event"),
		listEvents:    prepare(reading, "list_events"),
		countUsers:    prepare(reading, "count_users"),
		findConflicts: prepare(reading, "find_conflicts"),
		addEvent:      prepare(writing, "add_event"),
	}
	list, create := s.answering(s.list), s.answering(s.create)
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v1/events/availability", s.answering(s.availability))
	mux.HandleFunc("/api/v1/events/", s.answering(s.get))
	mux.HandleFunc("/api/v1/events", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			create(w, r)
			return
		}
		list(w, r)
	})
	if err := http.ListenAndServe("127.0.0.1:"+port, mux); err != nil {
		panic(err)
	}
}
